type Point = readonly [number, number]

/** One lightness, chroma and hue; `shift` turns the hue from the dark to the light facets. */
type Colour = { l: number; c: number; h: number; shift: number }
type Cut = 'raw' | 'rose' | 'step' | 'emerald' | 'brilliant'
type Stone = Colour & { cut: Cut; marks?: number }

export type Facet = { d: string; fill: string }
/** `lines` are drawn in the colour of the text, `edge` is the outline of a cut stone. */
export type GemDrawing = {
  facets: readonly Facet[]
  edge?: string
  outline?: string
  lines?: string
}

const STONES = new Map<string, Stone>(
  Object.entries<Stone>({
    FREE: { cut: 'raw', l: 0, c: 0, h: 0, shift: 0 },
    AMBER: { cut: 'rose', l: 0.74, c: 0.145, h: 68, shift: 18 },
    JADE: { cut: 'rose', l: 0.68, c: 0.1, h: 160, shift: -10 },
    PEARL: { cut: 'rose', l: 0.86, c: 0.022, h: 75, shift: 30 },
    TOPAZ: { cut: 'step', l: 0.8, c: 0.13, h: 92, shift: 14 },
    GARNET: { cut: 'step', l: 0.5, c: 0.13, h: 18, shift: 14 },
    AMETHYST: { cut: 'step', l: 0.6, c: 0.14, h: 305, shift: 12 },
    OPAL: { cut: 'step', l: 0.8, c: 0.07, h: 215, shift: 110 },
    SAPPHIRE: { cut: 'emerald', l: 0.55, c: 0.15, h: 262, shift: -10 },
    RUBY: { cut: 'emerald', l: 0.57, c: 0.19, h: 12, shift: 12 },
    EMERALD: { cut: 'emerald', l: 0.62, c: 0.14, h: 158, shift: -10 },
    DIAMOND: { cut: 'brilliant', l: 0.86, c: 0.04, h: 228, shift: 24 },
    ULTIMA_DIAMOND: { cut: 'brilliant', marks: 1, l: 0.72, c: 0.095, h: 232, shift: 24 },
    DOUBLE_ULTIMA_DIAMOND: { cut: 'brilliant', marks: 2, l: 0.64, c: 0.115, h: 292, shift: 26 },
    TRIPLE_ULTIMA_DIAMOND: { cut: 'brilliant', marks: 3, l: 0.79, c: 0.095, h: 82, shift: 20 },
  }),
)

/** For ranks that this table does not know. */
const NEUTRAL: Stone = { cut: 'rose', l: 0.68, c: 0.008, h: 90, shift: 0 }

const drawn = new Map<string, GemDrawing>()

/** Facets of a rank's gem on a 48 px grid; an unknown rank has a grey gem. */
export function gemDrawing(code: string): GemDrawing {
  const known = drawn.get(code)
  if (known) return known
  const stone = STONES.get(code) ?? NEUTRAL
  const drawing = CUTS[stone.cut](stone)
  drawn.set(code, drawing)
  return drawing
}

const CENTRE = 24
/** One light, from the top left. */
const LIGHT: Point = [-0.55, -0.835]

const CUTS: Readonly<Record<Cut, (stone: Stone) => GemDrawing>> = {
  raw,
  rose,
  step,
  emerald,
  brilliant,
}

function raw(): GemDrawing {
  return {
    facets: [],
    outline: 'M24 3L39 9L45 25L37 41L20 45L6 36L4 18L12 7Z',
    lines:
      'M22 14L33 17L34 29L24 35L14 29L14 19Z M22 14L24 3M33 17L39 9M34 29L45 25M24 35L20 45M14 29L6 36M14 19L4 18',
  }
}

function rose(stone: Stone): GemDrawing {
  const outer = ring(6, 21.5)
  const inner = ring(6, 12.5, { turn: 30 })
  const facet = facetOf(stone)
  const crown = outer.flatMap((a, k) => [
    facet([a, at(outer, k + 1), at(inner, k)], 1),
    facet([a, at(inner, k), at(inner, k - 1)], 0.8, 0.06),
  ])
  const table = inner.map((a, k) => facet([a, at(inner, k + 1), [CENTRE, CENTRE]], 0.42, 0.16))
  return { facets: [...crown, ...table], edge: path(outer) }
}

function step(stone: Stone): GemDrawing {
  const [outer, inner, table] = [21.5, 15.5, 9].map((radius) => ring(8, radius, { turn: 22.5 }))
  const facet = facetOf(stone)
  const sides = outer!.flatMap((_, k) => [
    facet(between(outer!, inner!, k), 1, -0.03),
    facet(between(inner!, table!, k), 0.7, 0.08),
  ])
  const top = { d: path(table!), fill: shade(stone, [23, 23], { tilt: 0.3, lift: 0.16 }) }
  return { facets: [...sides, top], edge: path(outer!) }
}

function emerald(stone: Stone): GemDrawing {
  const steps = [box(18, 22, 7), box(13.6, 17.4, 5.2), box(9.4, 13, 3.6), box(5.6, 9, 2)]
  const facet = facetOf(stone)
  const looks = [
    { tilt: 1, lift: -0.05 },
    { tilt: 0.8, lift: 0.06 },
    { tilt: 0.6, lift: 0.02 },
  ]
  const sides = looks.flatMap(({ tilt, lift }, row) =>
    steps[row]!.map((_, k) => facet(between(steps[row]!, steps[row + 1]!, k), tilt, lift)),
  )
  const top = { d: path(steps[3]!), fill: shade(stone, [23, 22.6], { tilt: 0.34, lift: 0.16 }) }
  return { facets: [...sides, top], edge: path(steps[0]!) }
}

function brilliant(stone: Stone): GemDrawing {
  const { marks = 0 } = stone
  const cy = marks > 0 ? 20.5 : CENTRE
  const radius = marks > 0 ? 19 : 21.5
  const girdle = ring(16, radius, { cy })
  const kites = ring(8, radius * 0.76, { turn: 22.5, cy })
  const table = ring(8, radius * 0.47, { cy })
  const facet = facetOf(stone, cy)
  const crown = kites.flatMap((kite, k) => {
    const [a, b, c] = [at(girdle, 2 * k), at(girdle, 2 * k + 1), at(girdle, 2 * k + 2)]
    const [top, next] = [at(table, k), at(table, k + 1)]
    const odd = k % 2 === 1
    return [
      facet([a, b, kite], 1, -0.04),
      facet([b, c, kite], 1, 0.06),
      {
        d: path([a, kite, top, at(kites, k - 1)]),
        fill: shade(stone, middle([a, a, top]), { tilt: 0.85, lift: odd ? 0.08 : -0.06, cy }),
      },
      facet([top, next, kite], 0.9, odd ? -0.04 : 0.14),
    ]
  })
  const top = { d: path(table), fill: shade(stone, [23, cy - 1.4], { tilt: 0.26, lift: 0.2, cy }) }
  return { facets: [...crown, top, ...marksOf(stone, marks)], edge: path(girdle) }
}

function marksOf({ l, c, h }: Colour, marks: number): Facet[] {
  const fill = oklch(l - 0.06, c, h)
  return Array.from({ length: marks }, (_, mark) => {
    const x = CENTRE + (mark - (marks - 1) / 2) * 9
    return { d: `M${x} 41.2l3.2 3.2-3.2 3.2-3.2-3.2Z`, fill }
  })
}

/** A flat face, lit by where it lies. `tilt` 0 lies flat, 1 is steep. */
function facetOf(stone: Stone, cy = CENTRE) {
  return (points: readonly Point[], tilt: number, lift = 0): Facet => ({
    d: path(points),
    fill: shade(stone, middle(points), { tilt, lift, cy }),
  })
}

type Lie = { tilt: number; lift: number; cy?: number }

function shade(stone: Stone, [px, py]: Point, { tilt, lift, cy = CENTRE }: Lie): string {
  const [x, y] = [px - CENTRE, py - cy]
  const towards = (x * LIGHT[0] + y * LIGHT[1]) / (Math.hypot(x, y) || 1)
  // Light that crossed the stone comes back at the lower right.
  const bounce = Math.max(0, -towards - 0.55) * 0.5
  const v = clamp(0.52 + tilt * (towards * 0.46 + bounce) + lift)
  const chroma = stone.c * (1.06 - Math.abs(v - 0.45) * 0.75)
  return oklch(stone.l - 0.24 + v * 0.42, chroma, stone.h + (v - 0.5) * stone.shift)
}

function ring(corners: number, radius: number, { turn = 0, cy = CENTRE } = {}): Point[] {
  return Array.from({ length: corners }, (_, k) => {
    const angle = (((k / corners) * 360 + turn - 90) * Math.PI) / 180
    return [CENTRE + radius * Math.cos(angle), cy + radius * Math.sin(angle)]
  })
}

/** A rectangle with cut corners; half width, half height and the cut. */
function box(w: number, h: number, cut: number): Point[] {
  const [left, right, top, bottom] = [CENTRE - w, CENTRE + w, CENTRE - h, CENTRE + h]
  return [
    [left + cut, top],
    [right - cut, top],
    [right, top + cut],
    [right, bottom - cut],
    [right - cut, bottom],
    [left + cut, bottom],
    [left, bottom - cut],
    [left, top + cut],
  ]
}

function between(outer: readonly Point[], inner: readonly Point[], k: number): Point[] {
  return [at(outer, k), at(outer, k + 1), at(inner, k + 1), at(inner, k)]
}

function at(points: readonly Point[], k: number): Point {
  return points.at(k % points.length)!
}

function middle(points: readonly Point[]): Point {
  const sum = points.reduce<Point>(([x, y], point) => [x + point[0], y + point[1]], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}

function path(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`
}

function round(value: number): number {
  return Number(value.toFixed(2))
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value))
}

/** As sRGB, for browsers and printers without OKLCH. Source: CSS Color 4, section 9.3. */
function oklch(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map(hexOf).join('')}`
}

function hexOf(channel: number): string {
  const linear = clamp(channel)
  const gamma = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(gamma * 255)
    .toString(16)
    .padStart(2, '0')
}
