/**
 * The people and things that records are about: a small graph, and a table with the same content.
 */
import type { Link, Overview } from "../../overview.js";
import { amount } from "../lib/format.js";
import { href } from "../lib/route.js";
import { overview } from "../lib/state.js";
import { layout } from "../ui/layout.js";
import { Empty, Loading, Problem, Title } from "../ui/parts.js";

/** Maximum number of nodes of the graph: more would not be readable. */
const mostNodes = 28;
const mostRows = 100;

/** The screen of the people and things of the scope. */
export function Entities() {
  const counted = overview.value;
  if (counted instanceof Error) return <Problem error={counted} />;
  return (
    <>
      <Title note="Whom and what records are about. A line means that a fact about one names the other.">
        Entities
      </Title>
      {counted === undefined && <Loading what="the entities" />}
      {counted?.entities.length === 0 && <Empty>No record names whom it is about.</Empty>}
      {counted !== undefined && counted.entities.length > 0 && (
        <>
          <Graph counted={counted} />
          <Table counted={counted} />
        </>
      )}
    </>
  );
}

const width = 760;
const tall = 380;
const margin = { x: 80, y: 24 };

function Graph({ counted: { entities, links } }: { counted: Overview }) {
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  const nodes = entities.filter(({ name }) => linked.has(name)).slice(0, mostNodes);
  if (nodes.length < 2) return null;
  const at = new Map(nodes.map(({ name }, index) => [name, index]));
  const shown = links.filter(({ from, to }) => at.has(from) && at.has(to));
  const places = layout(
    nodes.length,
    shown.map(({ from, to }) => [at.get(from)!, at.get(to)!] as const),
  ).map(({ x, y }) => ({
    x: margin.x + x * (width - 2 * margin.x),
    y: margin.y + y * (tall - 2 * margin.y),
  }));
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${width} ${tall}`} aria-hidden="true">
        {shown.map(({ from, to, property }) => {
          const [one, other] = [places[at.get(from)!]!, places[at.get(to)!]!];
          return <line key={`${from} ${to} ${property}`} x1={one.x} y1={one.y} x2={other.x} y2={other.y} />;
        })}
        {nodes.map(({ name, records }, index) => (
          <g key={name} transform={`translate(${places[index]!.x} ${places[index]!.y})`}>
            <circle r={3 + Math.min(7, Math.sqrt(records))} />
            <text y={-9 - Math.min(4, Math.sqrt(records) / 2)}>{name}</text>
          </g>
        ))}
      </svg>
      <figcaption>{`The ${nodes.length} entities with most records that have links. The table has up to ${mostRows}.`}</figcaption>
    </figure>
  );
}

function Table({ counted: { entities, links } }: { counted: Overview }) {
  return (
    <table>
      <caption class="hidden">Entities</caption>
      <thead>
        <tr>
          <th scope="col">Entity</th>
          <th scope="col" class="number">
            Records
          </th>
          <th scope="col">Linked with</th>
        </tr>
      </thead>
      <tbody>
        {entities.slice(0, mostRows).map(({ name, records }) => (
          <tr key={name}>
            <td>
              <a href={href("memories", "", { entity: name })}>{name}</a>
            </td>
            <td class="number">{amount(records)}</td>
            <td class="text">{linksOf(name, links)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function linksOf(name: string, links: readonly Link[]): string {
  return links
    .flatMap(({ from, to, property }) => {
      if (from === name) return [`${property} ${to}`];
      return to === name ? [`${property} of ${from}`] : [];
    })
    .join(", ");
}
