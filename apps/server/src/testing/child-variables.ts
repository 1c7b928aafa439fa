/** The variables that each child process gets from the process of its test. */
export function inheritedVariables(): Record<string, string> {
  const names = ['PATH', 'HOME', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']))
}

/**
 * V8 options of a child process. A process of a test lives for seconds: optimizing the database's WebAssembly costs it more
 * than it saves, unless it creates the demo network. Benchmarks and soaks run processes as the product does.
 */
export const childOptions = ({ DEMO }: Readonly<Record<string, string>>): readonly string[] =>
  process.env['VITEST'] === undefined || DEMO !== 'off'
    ? []
    : ['--liftoff-only', '--single-threaded-gc']
