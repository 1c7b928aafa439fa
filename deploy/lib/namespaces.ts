import { machinesOf, HOST_ADDRESS, type Trial } from './trial.ts'
import { Refused } from './refused.ts'
import { run, tried } from './run.ts'

const BRIDGE = 'office0'
const CABLE = 'oc-'
/** No interface has it: a frame that is sent there gets lost, as on a cable that is cut. */
const NOWHERE = '02:00:00:00:00:01'

const namespaceOf = (machine: string): string => `office-${machine}`

/** Folder of the cluster whose bridge is on this machine; null when there is none. */
export function bridgeOwner(): string | null {
  if (!tried('ip', 'link', 'show', BRIDGE)) return null
  const [link] = JSON.parse(run('ip', '-j', 'link', 'show', BRIDGE)) as [{ ifalias?: string }]
  return link.ifalias ?? ''
}

/** True where this account may make namespaces and bridges. */
export function mayMakeNamespaces(): boolean {
  const name = namespaceOf('probe')
  if (process.getuid?.() !== 0 || !tried('ip', 'netns', 'add', name)) return false
  const may = tried('ip', '-n', name, 'link', 'add', 'probe0', 'type', 'bridge')
  run('ip', 'netns', 'delete', name)
  return may
}

/** Makes a bridge on this machine and a namespace for each machine of the trial, with its address. */
export function makeNetwork({ folder, site }: Trial): void {
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge')
  run('ip', 'link', 'set', BRIDGE, 'alias', folder)
  run('ip', 'address', 'add', `${HOST_ADDRESS}/24`, 'dev', BRIDGE)
  run('ip', 'link', 'set', BRIDGE, 'up')
  for (const [machine, address] of machinesOf(site)) {
    const name = namespaceOf(machine)
    const cable = `${CABLE}${machine}`
    run('ip', 'netns', 'add', name)
    run('ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    run('ip', 'link', 'set', cable, 'master', BRIDGE, 'up')
    run('ip', '-n', name, 'link', 'set', 'lo', 'up')
    run('ip', '-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
    run('ip', '-n', name, 'link', 'set', 'eth0', 'up')
  }
}

/** Removes bridge and namespaces, also those that a killed `up` has left. */
export function removeNetwork(): void {
  // The kernel removes the cables of a namespace some time later, and their names would be taken until then.
  for (const cable of cables()) tried('ip', 'link', 'delete', cable)
  for (const name of namespaces()) run('ip', 'netns', 'delete', name)
  if (tried('ip', 'link', 'show', BRIDGE)) run('ip', 'link', 'delete', BRIDGE)
}

const cables = (): string[] => {
  const links = JSON.parse(run('ip', '-j', 'link', 'show')) as { ifname: string }[]
  return links.map(({ ifname }) => ifname).filter((name) => name.startsWith(CABLE))
}

/** Names of the namespaces of a trial on this machine. */
export const namespaces = (): string[] =>
  run('ip', 'netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0]!)
    .filter((name) => name.startsWith(namespaceOf('')))

/** Words that run a program on a machine of the trial. */
export const onMachine = (machine: string): string[] => [
  'nsenter',
  `--net=/run/netns/${namespaceOf(machine)}`,
]

/** Cuts the link between two machines: frames get lost in both directions, without any error. */
export function cutLink({ site }: Trial, one: string, other: string): void {
  const addresses = machinesOf(site)
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const target = [addresses.get(to)!, 'lladdr', NOWHERE, 'dev', 'eth0', 'nud', 'permanent']
    run('ip', '-n', namespaceOf(from), 'neighbour', 'replace', ...target)
  }
}

/** Mends all links. */
export function healLinks({ site }: Trial): void {
  for (const machine of machinesOf(site).keys()) {
    const name = namespaceOf(machine)
    run('ip', '-n', name, 'neighbour', 'flush', 'dev', 'eth0', 'nud', 'permanent')
    run('ip', '-n', name, 'address', 'flush', 'dev', 'lo', 'scope', 'global')
  }
}

/** Gives a machine the address of another one, so that its connections there meet a proxy on the machine itself. */
export function divert({ site }: Trial, from: string, to: string): void {
  const address = machinesOf(site).get(to)
  if (address === undefined) throw new Refused(`${to} is no machine of the cluster`)
  run('ip', '-n', namespaceOf(from), 'address', 'add', `${address}/32`, 'dev', 'lo')
}
