import { readdirSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { join } from 'node:path'

import { isOpenToOthers } from '../../core/data-directory.ts'
import { type Environment, isLoopback, SHORTEST_OPERATOR_KEY } from '../../env.ts'
import { mailProblem, senderOf } from '../../passport/mail/smtp.ts'
import { type Finding, findingIf } from './finding.ts'

const LEAST_DISK_BYTES = 1024 ** 3

/** Faults that the environment, the files and the machine show, without the database. Source: cluster.md, OBS-009. */
export async function examineSetup(environment: Environment): Promise<readonly Finding[]> {
  return [
    ...originsOf(environment),
    ...keyOf(environment),
    ...operatorsNetworkOf(environment),
    ...filesOf(environment),
    ...(await diskOf(environment)),
    ...(await mailOf(environment)),
  ]
}

function originsOf(environment: Environment): readonly Finding[] {
  const { publicOrigin, passportOrigin, trustedProxies } = environment
  const origins = { PUBLIC_ORIGIN: publicOrigin, PASSPORT_ORIGIN: passportOrigin }
  const open = Object.entries(origins).filter(([, origin]) => isOpen(new URL(origin)))
  const isBehindProxy = Object.values(origins).some((origin) => origin.startsWith('https:'))
  return [
    ...open.map(([name, origin]) => ({
      code: 'origin_without_tls',
      problem: `${name} is ${origin}.`,
      effect: 'Passwords, codes and tokens cross the network readable.',
      remedy: `Put a TLS proxy in front and set ${name}=${origin.replace('http:', 'https:')}`,
    })),
    ...findingIf(isBehindProxy && trustedProxies.length === 0, {
      code: 'proxy_not_trusted',
      problem: 'The origins are https, so a proxy stands in front, and TRUSTED_PROXIES names none.',
      effect: 'Every caller seems to be the proxy: limits of calls count all of them as one.',
      remedy: 'Set TRUSTED_PROXIES to the address of the proxy.',
    }),
  ]
}

const isOpen = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !isLoopback(withoutBrackets(hostname))

/** The address of an IPv6 host, which stands in brackets in a URL. */
const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

const keyOf = ({ operatorKey }: Environment): readonly Finding[] =>
  findingIf(operatorKey !== null && operatorKey.length < SHORTEST_OPERATOR_KEY, {
    code: 'operator_key_short',
    problem: `OPERATOR_KEY has fewer than ${SHORTEST_OPERATOR_KEY} characters.`,
    effect: 'It can be guessed, and opens every call of operators.',
    remedy: 'Set OPERATOR_KEY to the output of: openssl rand -base64 32',
  })

/** Networks that no stranger is on. */
const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  PRIVATE.addSubnet(network, prefix)
}
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/** A port for other machines that listens on all addresses, or on a public one. */
function operatorsNetworkOf({ operatorListen }: Environment): readonly Finding[] {
  if (operatorListen === null) return []
  const { host } = operatorListen
  const isPrivate = PRIVATE.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
  return findingIf(isIP(host) !== 0 && !isPrivate, {
    code: 'operators_port_public',
    problem: `OPERATOR_LISTEN listens on ${host}, which is no address of a private network.`,
    effect: 'Anybody who learns the key can record orders and pay out, from anywhere.',
    remedy: 'Set OPERATOR_LISTEN to the address of this machine in the private network.',
  })
}

/** Files in `DATA_DIR` that other users of the machine may read. */
function filesOf({ dataDir }: Environment): readonly Finding[] {
  return ['', 'secrets', ...secretsIn(dataDir)]
    .map((name) => join(dataDir, name))
    .filter(isOpenToOthers)
    .map((path) => ({
      code: 'file_open_to_others',
      problem: `${path} can be used by other users of this machine.`,
      effect: 'They can read keys that open personal data and sign statements.',
      remedy: `chmod -R go= '${path}'`,
    }))
}

function secretsIn(dataDir: string): readonly string[] {
  try {
    return readdirSync(join(dataDir, 'secrets')).map((name) => join('secrets', name))
  } catch {
    return []
  }
}

async function diskOf({ dataDir }: Environment): Promise<readonly Finding[]> {
  const disk = await statfs(dataDir).catch(() => null)
  const free = disk === null ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize
  return findingIf(free < LEAST_DISK_BYTES, {
    code: 'disk_low',
    problem: `The disk of ${dataDir} has ${Math.floor(free / 1024 ** 2)} MiB left.`,
    effect: 'Without room, uploads are refused, and on the embedded database all writes.',
    remedy: `Make room until 1 GiB is free: du -sh '${dataDir}'/*`,
  })
}

/** A demo sends no mail to anybody. */
async function mailOf(environment: Environment): Promise<readonly Finding[]> {
  const { smtpUrl, passportOrigin, demo } = environment
  if (smtpUrl === null) {
    return findingIf(!demo, {
      code: 'mail_missing',
      problem: 'SMTP_URL is not set.',
      effect: 'No mail leaves: partners can neither confirm an address nor set a new password.',
      remedy: 'Set SMTP_URL=smtps://user:password@mail.example.com?from=office@example.com',
    })
  }
  const problem = await mailProblem(smtpUrl)
  const sender = senderOf(smtpUrl, passportOrigin)
  return [
    ...findingIf(problem !== null, {
      code: 'mail_unreachable',
      problem: `The mail server of SMTP_URL does not take mails (${problem}).`,
      effect: 'No mail leaves until it does: new partners wait for their links.',
      remedy: 'Check host, port, user and password of SMTP_URL.',
    }),
    ...findingIf(isNoDomain(sender.slice(sender.lastIndexOf('@') + 1)), {
      code: 'mail_without_sender',
      problem: `Mails are sent as ${sender}, which nobody outside can answer or check.`,
      effect: 'Mail servers refuse them or take them for spam.',
      remedy: 'Add the sender to SMTP_URL: ?from=office@example.com',
    }),
  ]
}

const isNoDomain = (host: string): boolean =>
  !host.includes('.') || isIP(withoutBrackets(host)) !== 0

/** What Patroni's file says against the reference. Lines are looked for, so that comments and other settings do not matter. */
const PATRONI_FAULTS: readonly (Finding & { readonly isIn: (text: string) => boolean })[] = [
  {
    code: 'patroni_etcd3',
    isIn: (text) => /^etcd3:/m.test(text),
    problem: 'Patroni uses the driver etcd3.',
    effect:
      'A primary that hung can take the lead back, and acknowledged orders are lost (Patroni 3.0.2).',
    remedy: 'Name the section "etcd:" and start etcd with --enable-v2=true.',
  },
  {
    code: 'patroni_not_strict',
    isIn: (text) => !/^\s*synchronous_mode_strict:\s*(true|on|yes)\s*(#.*)?$/m.test(text),
    problem: 'synchronous_mode_strict is not set.',
    effect: 'With both standbys gone, writes are acknowledged that one broken disk can take back.',
    remedy: 'patronictl edit-config -s synchronous_mode_strict=true',
  },
]

/** Reads Patroni's file where there is one on this machine. Source: cluster.md, CLU-033, D-193. */
export function examinePatroni(file: string): readonly Finding[] {
  const text = textOf(file)
  if (text === null) return []
  return PATRONI_FAULTS.filter(({ isIn }) => isIn(text)).map(
    ({ code, problem, effect, remedy }) => ({
      code,
      problem: `${file}: ${problem}`,
      effect,
      remedy,
    }),
  )
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
