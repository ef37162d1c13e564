/**
 * Draws a line plot with two logarithmic axes as SVG: how a time grows with a size. Without a
 * library.
 */

export interface Series {
  readonly name: string;
  /** Whether the line is thicker, because the plot is about it. */
  readonly strong?: boolean;
  /** Sorted by `x`; both positive. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface PlotOptions {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
}

const size = { width: 860, height: 480 };
const frame = { left: 70, right: 230, top: 46, bottom: 54 };
const colours = [
  "#0b6e4f",
  "#c1121f",
  "#3a5a99",
  "#e09f3e",
  "#7b2d8b",
  "#2a9d8f",
  "#8d6e63",
  "#5c677d",
  "#d45087",
  "#6a994e",
  "#264653",
];
/** Minimum distance between two labels on the right, in pixels. */
const labelStep = 16;

export function linePlot(series: readonly Series[], { title, xLabel, yLabel }: PlotOptions): string {
  const points = series.flatMap((one) => one.points);
  const x = axis(
    points.map((point) => point.x),
    [frame.left, size.width - frame.right],
  );
  const y = axis(
    points.map((point) => point.y),
    [size.height - frame.bottom, frame.top],
  );
  const labels = spread(series.map((one) => y.at(one.points.at(-1)?.y ?? 1)));
  const body = [
    text(frame.left, 24, title, 'font-size="16" font-weight="600"'),
    ...x.ticks.map((tick) => grid(x.at(tick), frame.top, x.at(tick), size.height - frame.bottom)),
    ...x.ticks.map((tick) =>
      text(x.at(tick), size.height - frame.bottom + 18, short(tick), 'text-anchor="middle"'),
    ),
    ...y.ticks.map((tick) => grid(frame.left, y.at(tick), size.width - frame.right, y.at(tick))),
    ...y.ticks.map((tick) => text(frame.left - 8, y.at(tick) + 4, short(tick), 'text-anchor="end"')),
    text((frame.left + size.width - frame.right) / 2, size.height - 12, xLabel, 'text-anchor="middle"'),
    text(0, 0, yLabel, `text-anchor="middle" transform="translate(18 ${size.height / 2}) rotate(-90)"`),
    ...series.flatMap((one, index) => lineOf(one, index, labels[index] ?? 0)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="system-ui, sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${body.join("\n")}
</svg>
`;

  function lineOf({ name, points: own, strong = false }: Series, index: number, labelY: number): string[] {
    const colour = colours[index % colours.length] ?? "#000";
    const last = own.at(-1);
    if (last === undefined) return [];
    const path = own.map((point) => `${x.at(point.x).toFixed(1)},${y.at(point.y).toFixed(1)}`).join(" ");
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="${strong ? 3 : 1.5}"/>`,
      ...own.map(
        (point) =>
          `<circle cx="${x.at(point.x).toFixed(1)}" cy="${y.at(point.y).toFixed(1)}" r="3" fill="${colour}"/>`,
      ),
      text(
        size.width - frame.right + 12,
        labelY + 4,
        `${name} (${short(last.y)} at ${short(last.x)})`,
        `fill="${colour}"${strong ? ' font-weight="600"' : ""}`,
      ),
    ];
  }
}

interface Axis {
  /** Powers of ten that enclose all values. */
  readonly ticks: readonly number[];
  /** Pixels. */
  at(value: number): number;
}

function axis(values: readonly number[], [from, to]: readonly [number, number]): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)),
    at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
  };
}

/** Moves labels apart that would overlap, and keeps their order. */
function spread(heights: readonly number[]): number[] {
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height);
  const placed: number[] = [];
  let least = frame.top;
  for (const { height, index } of order) {
    placed[index] = Math.max(height, least);
    least = placed[index] + labelStep;
  }
  return placed;
}

function grid(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="#e3e3e3"/>`;
}

function text(x: number, y: number, content: string, attributes: string): string {
  const escaped = content.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escaped}</text>`;
}

function short(value: number): string {
  if (value >= 1e6) return `${trimmed(value / 1e6)}M`;
  if (value >= 1e3) return `${trimmed(value / 1e3)}k`;
  return trimmed(value);
}

function trimmed(value: number): string {
  return String(Number(value.toPrecision(2)));
}
