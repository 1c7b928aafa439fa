/** Forms of values on the command line; anything else is wrong usage. */
export const VALUE_KINDS = {
  text: { form: /^[^\p{Cc}]+$/u, accepts: 'a text of one line' },
  setting: { form: /^/, accepts: 'a value' },
  id: { form: /^[1-9]\d{0,14}$/, accepts: 'a positive whole number' },
  publicSite: { form: /^[0-3]$/, accepts: 'a public site from 1 to 3, or 0 for none' },
  count: { form: /^[1-9]\d{0,7}$/, accepts: 'a whole number above 0' },
  seed: { form: /^\d{1,9}$/, accepts: 'a whole number' },
  month: { form: /^\d{4}-(0[1-9]|1[0-2])$/, accepts: 'a month: YYYY-MM' },
  reportKind: { form: /^(backup|restore-test)$/, accepts: 'backup or restore-test' },
  rateType: { form: /^(SELL|BUY)$/, accepts: 'SELL or BUY' },
  exportKind: {
    form: /^(figures|ranks|bonuses|balances|ledger|payouts|adjustments)$/,
    accepts: 'figures, ranks, bonuses, balances, ledger, payouts or adjustments',
  },
  payoutStatus: {
    form: /^(PENDING|SUCCESS|REJECTED)$/,
    accepts: 'PENDING, SUCCESS or REJECTED',
  },
  email: { form: /^[^\s\p{Cc}]{3,256}$/u, accepts: 'an e-mail address' },
  roles: {
    form: /^(?!.*\b(\w+)\b.*\b\1\b)(viewer|support|finance|plan|admin)(,(viewer|support|finance|plan|admin))*$/,
    accepts:
      'viewer, support, finance, plan and admin, each at most once, with commas between them',
  },
  txId: { form: /^[^\s\p{Cc}]{1,256}$/u, accepts: 'the name of a transaction' },
  directory: { form: /^[^\0]+$/, accepts: 'the name of a directory' },
  inputFile: { form: /^[^\0]+$/, accepts: 'the name of a file' },
  outputFile: { form: /^[^\0]+$/, accepts: 'the name of a file' },
  flag: { form: /^given$/, accepts: 'no value' },
} as const satisfies Readonly<Record<string, { form: RegExp; accepts: string }>>

export type ValueKind = keyof typeof VALUE_KINDS

type Argument = { readonly name: string; readonly kind: ValueKind }
type Option = Argument & { readonly isRequired?: boolean; readonly default?: string }

/** Type of a flag, which takes no value: present or not. */
export const GIVEN = 'given'

/** Description of one command of `office`; the handler stands apart. */
export type CommandSpec = {
  readonly help: string
  readonly arguments: readonly Argument[]
  readonly options: Readonly<Record<string, Option>>
  /** True for commands that change data or read personal data: the audit log records them. */
  readonly isAudited: boolean
  /** True when the command needs the figures of the whole network in memory. */
  readonly needsFigures: boolean
  /** True when the command reads files of its own machine only: no data is opened. */
  readonly isLocal?: boolean
}

const reads = { isAudited: false, needsFigures: false } as const
const changes = { isAudited: true, needsFigures: false } as const
const changesWithFigures = { isAudited: true, needsFigures: true } as const

const csvFile = { name: 'FILE.csv', kind: 'inputFile' } as const
const planFile = { name: 'FILE.json', kind: 'inputFile' } as const
const id = { name: 'ID', kind: 'id' } as const
const month = { name: 'YYYY-MM', kind: 'month' } as const
const settingName = { name: 'NAME', kind: 'text' } as const
const email = { name: 'EMAIL', kind: 'email' } as const
const role = { name: 'ROLES', kind: 'roles', isRequired: true } as const
const reason = { name: 'TEXT', kind: 'text', isRequired: true } as const

/**
 * Every command of `office`.
 *
 * Source: operations.md section 4.
 */
export const COMMANDS = {
  'demo code': {
    help: 'Print the current code of the demo partner’s authenticator.',
    arguments: [],
    options: {},
    ...reads,
  },
  demo: {
    help: 'Fill an EMPTY database with a demo network of that size.',
    arguments: [],
    options: {
      partners: { name: 'N', kind: 'count', default: '2000' },
      months: { name: 'M', kind: 'count', default: '18' },
      seed: { name: 'S', kind: 'seed', default: '1' },
    },
    ...changesWithFigures,
  },
  'import partners': {
    help: 'Take over all partners of a CSV file, or none: every bad line is named.',
    arguments: [csvFile],
    options: {},
    ...changesWithFigures,
  },
  'import orders': {
    help: 'Record all orders of a CSV file, or none: every bad line is named.',
    arguments: [csvFile],
    options: {},
    ...changesWithFigures,
  },
  'cancel order': {
    help: 'Cancel an order and take back what was credited for it.',
    arguments: [id],
    options: { reason },
    ...changes,
  },
  close: {
    help: 'Close a month that is over: credit its programmes and seal it. Closing it again changes nothing.',
    arguments: [month],
    options: { 'dry-run': { name: '', kind: 'flag' } },
    ...changes,
  },
  recompute: {
    help:
      'Compute a closed month again from the facts it was closed on and name every difference; exit status 1 when ' +
      'there is one. With --now: from all facts of now, naming what the next close would credit for late orders.',
    arguments: [month],
    options: { now: { name: '', kind: 'flag' } },
    ...reads,
  },
  export: {
    help: 'Write figures, ranks, bonuses, balances, ledger or payouts as CSV, to standard output or a file.',
    arguments: [{ name: 'KIND', kind: 'exportKind' }],
    options: {
      period: month,
      out: { name: 'FILE', kind: 'outputFile' },
    },
    ...reads,
    needsFigures: true,
  },
  'rates set': {
    help: 'Set an exchange rate: RATE of TO for one FROM.',
    arguments: [
      { name: 'FROM', kind: 'text' },
      { name: 'TO', kind: 'text' },
      { name: 'RATE', kind: 'text' },
    ],
    options: { type: { name: 'TYPE', kind: 'rateType', default: 'SELL' } },
    ...changes,
  },
  'rates list': {
    help: 'List the exchange rates in force.',
    arguments: [],
    options: {},
    ...reads,
  },
  'plan show': {
    help: 'Print the compensation plan in force, or another version of it.',
    arguments: [],
    options: { version: { name: 'N', kind: 'count' } },
    ...reads,
  },
  'plan check': {
    help: 'Say what is wrong with a compensation plan, and where.',
    arguments: [planFile],
    options: {},
    ...reads,
  },
  'plan load': {
    help: 'Load a compensation plan; it takes effect from its validFrom.',
    arguments: [planFile],
    options: {},
    ...changes,
  },
  'config list': {
    help: 'List the properties of the screens and the server settings.',
    arguments: [],
    options: {},
    ...reads,
  },
  'config set': {
    help: 'Set a property or a server setting.',
    arguments: [settingName, { name: 'VALUE', kind: 'setting' }],
    options: {},
    ...changes,
  },
  'config unset': {
    help: 'Take a property or a server setting back to its default.',
    arguments: [settingName],
    options: {},
    ...changes,
  },
  'languages check': {
    help: 'Name everything that sets of texts lack: a folder of a language, or of several.',
    arguments: [{ name: 'DIR', kind: 'directory' }],
    options: {},
    ...reads,
    isLocal: true,
  },
  'news add': {
    help: 'Add a post: Markdown with front matter (language, title, category, date, figure).',
    arguments: [{ name: 'FILE.md', kind: 'inputFile' }],
    options: {},
    ...changes,
  },
  'files put': {
    help: 'Give a file to all processes: cdn/LANGUAGE/NAME (pdf, jpg, png, webp) or translations/LANGUAGE/AREA.json.',
    arguments: [
      { name: 'PATH', kind: 'text' },
      { name: 'FILE', kind: 'inputFile' },
    ],
    options: {},
    ...changes,
  },
  'files remove': {
    help: 'Remove a file from all processes.',
    arguments: [{ name: 'PATH', kind: 'text' }],
    options: {},
    ...changes,
  },
  'files list': {
    help: 'List the files that all processes have, and those that were removed.',
    arguments: [],
    options: {},
    ...reads,
  },
  'partner block': {
    help: 'Block a partner from now on.',
    arguments: [id],
    options: { reason: { ...reason, isRequired: false } },
    ...changes,
  },
  'partner unblock': {
    help: 'Lift the block of a partner.',
    arguments: [id],
    options: { reason: { ...reason, isRequired: false } },
    ...changes,
  },
  'partner unlock': {
    help: 'Let a partner sign in again after too many wrong passwords.',
    arguments: [id],
    options: {},
    ...changes,
  },
  'partner public-page': {
    help: 'Choose the public site that hosts the page of a partner: 1 to 3 as in publicSite.1 to publicSite.3, 0 for none.',
    arguments: [id, { name: 'SITE', kind: 'publicSite' }],
    options: {},
    ...changes,
  },
  'partner reset-2fa': {
    help: 'Remove the authenticator, the recovery codes and the passkeys of a partner who has lost them, and end all sessions.',
    arguments: [id],
    options: { reason },
    ...changes,
  },
  'partner requests': {
    help: 'List the partners who ask for an export or the erasure of their personal data.',
    arguments: [],
    options: {},
    ...reads,
  },
  'partner export': {
    help: 'Print everything held on a partner, as JSON.',
    arguments: [id],
    options: { out: { name: 'FILE', kind: 'outputFile' } },
    ...changes,
  },
  'partner erase': {
    help: 'Replace the personal data of a partner by neutral values and close the account.',
    arguments: [id],
    options: { reason },
    ...changes,
  },
  'operator add': {
    help: 'Add an operator of the console and print the link of the first sign-in: it works once, for 24 hours.',
    arguments: [email],
    options: { role },
    ...changes,
  },
  'operator list': {
    help: 'List the operators of the console with their roles.',
    arguments: [],
    options: {},
    ...reads,
  },
  'operator roles': {
    help: 'Set the roles of an operator, in place of those before.',
    arguments: [email],
    options: { role },
    ...changes,
  },
  'operator lock': {
    help: 'Lock an operator until unlocked, and end all sessions.',
    arguments: [email],
    options: {},
    ...changes,
  },
  'operator unlock': {
    help: 'End the lock of an operator, also one after wrong passwords or codes.',
    arguments: [email],
    options: {},
    ...changes,
  },
  'operator reset': {
    help: 'Remove password, second factors and sessions of an operator and print a new link.',
    arguments: [email],
    options: {},
    ...changes,
  },
  'operator remove': {
    help: 'Remove an operator; what the operator did keeps the name.',
    arguments: [email],
    options: {},
    ...changes,
  },
  'payouts list': {
    help: 'List payouts, with the reasons to look at one closely.',
    arguments: [],
    options: { status: { name: 'S', kind: 'payoutStatus' } },
    ...reads,
  },
  'payouts take': {
    help: 'Take a payout up before it is sent: its owner can no longer cancel it.',
    arguments: [id],
    options: {},
    ...changes,
  },
  'payouts approve': {
    help: 'Say that a payout was sent, and in which transaction.',
    arguments: [id],
    options: { tx: { name: 'HASH', kind: 'txId', isRequired: true } },
    ...changes,
  },
  'payouts reject': {
    help: 'Reject a pending payout; its amount comes back.',
    arguments: [id],
    options: { reason },
    ...changes,
  },
  'payouts unlock': {
    help: 'Let a partner pay out again after too many wrong codes.',
    arguments: [{ name: 'PARTNER_ID', kind: 'id' }],
    options: {},
    ...changes,
  },
  'payouts hand-over': {
    help: 'Take up all payouts that may be sent and write them as CSV for the sender; each is given once.',
    arguments: [],
    options: { out: { name: 'FILE', kind: 'outputFile' } },
    ...changes,
  },
  'payouts settle': {
    help: 'Approve payouts from a CSV file of id and txId, all or none; a file can be given again.',
    arguments: [csvFile],
    options: {},
    ...changes,
  },
  'verifications list': {
    help: 'List the documents that partners have sent in, those in review first.',
    arguments: [],
    options: {},
    ...reads,
    isAudited: true,
  },
  'verifications show': {
    help: 'Write a file of a document to standard output or a file: open it in a viewer that runs no scripts.',
    arguments: [id],
    options: {
      file: { name: 'N', kind: 'count', default: '1' },
      out: { name: 'FILE', kind: 'outputFile' },
    },
    ...changes,
  },
  'verifications approve': {
    help: 'Approve a document: what it proves counts as verified.',
    arguments: [id],
    options: {},
    ...changes,
  },
  'verifications reject': {
    help: 'Reject a document and delete its files; the partner reads the reason and can send in another one.',
    arguments: [id],
    options: { reason },
    ...changes,
  },
  'tickets list': {
    help: 'List the tickets of partners, oldest first; files are in DATA_DIR/uploads/tickets/FOLDER.',
    arguments: [],
    options: {},
    ...changes,
  },
  'tickets show': {
    help: 'Write a file of a ticket to standard output or a file: open it in a viewer that runs no scripts.',
    arguments: [id],
    options: {
      file: { name: 'N', kind: 'count', default: '1' },
      out: { name: 'FILE', kind: 'outputFile' },
    },
    ...changes,
  },
  'reports make': {
    help: 'Make the statements of a closed month that are not made yet. Making them again changes nothing.',
    arguments: [month],
    options: {},
    ...changes,
  },
  'reports keys': {
    help: 'Print the public keys of all statements, for verify-statement.mjs.',
    arguments: [],
    options: { out: { name: 'FILE', kind: 'outputFile' } },
    ...reads,
  },
  'reports rotate-key': {
    help: 'Sign statements with a new key from now on. Older statements stay verifiable.',
    arguments: [],
    options: {},
    ...changes,
  },
  'disclosure make': {
    help: 'Make the income disclosure of a closed month that has none. Making it again changes nothing.',
    arguments: [month],
    options: {},
    ...changes,
  },
  'wallets approve': {
    help: 'Approve the wallets of a partner: payouts offer them.',
    arguments: [{ name: 'PARTNER_ID', kind: 'id' }],
    options: {},
    ...changes,
  },
  verify: {
    help: 'Recompute everything from the facts and name every difference; exit status 1 when there is one.',
    arguments: [],
    options: {},
    ...reads,
    needsFigures: true,
  },
  'backups report': {
    help: 'Note that a backup was made or a restore test has run outside the product; with --failed: why it failed.',
    arguments: [{ name: 'KIND', kind: 'reportKind' }],
    options: { failed: { name: 'TEXT', kind: 'text' } },
    ...changes,
  },
  backup: {
    help: 'Write a consistent copy of everything, also while the server runs.',
    arguments: [{ name: 'FILE', kind: 'outputFile' }],
    options: {},
    ...reads,
  },
  restore: {
    help:
      'Bring a backup into an empty database, after its keys. --without-keys: what they sealed stays unreadable, and ' +
      'each partner concerned needs `partner reset-2fa`.',
    arguments: [{ name: 'FILE', kind: 'inputFile' }],
    options: { 'without-keys': { name: '', kind: 'flag' } },
    ...changes,
  },
  'keys export': {
    help: 'Write the keys of this installation, sealed with the passphrase in KEYS_PASSPHRASE. Keep the file apart from backups.',
    arguments: [{ name: 'FILE', kind: 'outputFile' }],
    options: {},
    ...changes,
  },
  'keys restore': {
    help: 'Take over exported keys, before `restore` or in place of lost ones. Only while no server runs.',
    arguments: [{ name: 'FILE', kind: 'inputFile' }],
    options: {},
    ...changes,
  },
  'keys renew': {
    help: 'Give lost keys up: what they sealed stays unreadable, and each partner concerned needs `partner reset-2fa`.',
    arguments: [],
    options: { reason },
    ...changes,
  },
  'restored show': {
    help: 'After a restore to an earlier instant: list what waits to leave, open payouts and the last order.',
    arguments: [],
    options: {},
    ...reads,
  },
  'restored accept': {
    help:
      'End the quarantine of a restored database. The payouts of a file `id,txId` had left meanwhile: they are marked as ' +
      'sent, all or none.',
    arguments: [],
    options: { reason, payouts: { name: 'FILE.csv', kind: 'inputFile' } },
    ...changes,
  },
  'upgrade finish': {
    help: 'End an upgrade: older versions cannot start any more. Refused while a process of one lives, which it names.',
    arguments: [],
    options: {},
    ...changes,
  },
  doctor: {
    help:
      'Examine the set-up and change nothing: name each fault, what follows from it and what mends it; exit status 1 when ' +
      'there is one. Also while no server runs and without its database.',
    arguments: [],
    options: { json: { name: '', kind: 'flag' } },
    ...reads,
  },
  'audit list': {
    help: 'List who did what.',
    arguments: [],
    options: {},
    ...reads,
  },
} as const satisfies Readonly<Record<string, CommandSpec>>

export type CommandName = keyof typeof COMMANDS

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[]

/** A parsed command with valid values. */
export type Command = {
  readonly name: CommandName
  readonly arguments: readonly string[]
  readonly options: Readonly<Record<string, string>>
}

/** Arguments and flags of a command in a usage line. */
export function synopsis(name: CommandName): string {
  const spec: CommandSpec = COMMANDS[name]
  const options = Object.entries(spec.options).map(([option, { name: value, isRequired }]) => {
    const words = `--${option} ${value}`.trimEnd()
    return isRequired === true ? words : `[${words}]`
  })
  return [name, ...spec.arguments.map(({ name: argument }) => argument), ...options].join(' ')
}

/** The file a command reads, if it reads one. */
export const inputFileOf = (command: Command): string | null => fileOf(command, 'inputFile')

/** The file a command's output goes to, if not to standard output. */
export const outputFileOf = (command: Command): string | null => fileOf(command, 'outputFile')

function fileOf({ name, arguments: words, options }: Command, kind: ValueKind): string | null {
  const spec: CommandSpec = COMMANDS[name]
  const place = spec.arguments.findIndex((argument) => argument.kind === kind)
  if (place >= 0) return words[place]!
  const option = Object.keys(spec.options).find((known) => spec.options[known]!.kind === kind)
  return (option && options[option]) ?? null
}
