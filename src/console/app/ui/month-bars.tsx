/** Records by month, as bars. The numbers are in the table of the overview. */
import type { Month } from "../../overview.js";

const height = 48;
const step = 12;

/** How many records a month has, of all types. */
export function totalOf({ semantic, episodic, procedural, file }: Month): number {
  return semantic + episodic + procedural + file;
}

/** Bars of the records by month. @param props.marked The month that is marked: `2026-05`. */
export function MonthBars({ months, marked }: { months: readonly Month[]; marked?: string }) {
  const most = Math.max(1, ...months.map(totalOf));
  const [first, last] = [months[0]!.month, months.at(-1)!.month];
  return (
    <figure class="bars">
      <svg
        viewBox={`0 0 ${months.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Records by month, ${first} to ${last}, at most ${most} in a month`}
      >
        {months.map((one, index) => {
          const size = totalOf(one) === 0 ? 0 : Math.max(1, (totalOf(one) / most) * height);
          return (
            <rect
              key={one.month}
              class={one.month === marked ? "marked" : undefined}
              x={index * step}
              y={height - size}
              width={step - 2}
              height={size}
            />
          );
        })}
      </svg>
      <figcaption>
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  );
}
