/** The variables that each child process gets from the process of its test. */
export function inheritedVariables(): Record<string, string> {
  const names = ['PATH', 'HOME', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']))
}

/** Optimizing the code of a process that lives for seconds, and its WebAssembly, costs more than it saves. */
const NOTHING_OPTIMIZED = ['--liftoff-only', '--no-opt', '--no-maglev']

/** Much of what a start or a call makes is garbage at once: with room for it, it is collected less often, and by one thread. */
export const FEW_COLLECTIONS: readonly string[] = [
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
  '--single-threaded-gc',
]

/** V8 options of a process that lives for seconds. */
export const SHORT_LIVED: readonly string[] = [...NOTHING_OPTIMIZED, ...FEW_COLLECTIONS]

/**
 * V8 options of a child process: it lives for seconds, unless it creates the demo network. Benchmarks and soaks run
 * processes as the product does.
 */
export const childOptions = ({ DEMO }: Readonly<Record<string, string>>): readonly string[] =>
  process.env['VITEST'] === undefined || DEMO !== 'off' ? [] : SHORT_LIVED
