/** The variables that each child process gets from the process of its test. */
export function inheritedVariables(): Record<string, string> {
  const names = ['PATH', 'HOME', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']))
}
