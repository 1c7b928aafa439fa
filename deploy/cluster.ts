/** The whole deployment on one machine; `deploy/cluster help` lists the commands. */
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { cut, delay, down, fill, heal, kill, skew, status, up } from './lib/cluster.ts'
import { runCommand, WrongWords } from './lib/refused.ts'
import { openTrial, type Trial } from './lib/trial.ts'

const USAGE = `Usage: deploy/cluster COMMAND [--folder DIR]

  up [--apps 2] [--loopback]  three database nodes, balancer, app processes, backups, Prometheus
  status                      what runs, who is primary
  kill PART                   kill -9 a program (db1/postgres) or a whole machine (db1)
  cut A B                     nothing arrives between two machines any more
  delay A B MS                what A sends to B arrives later
  fill DISK [MB]              fill the disk of a database node until MB (0) are free
  skew PROCESS SECONDS        start an app process again with a wrong clock
  heal                        mend all of that, and start what does not run
  down                        stop everything and leave nothing behind

Machines: db1 db2 db3 balancer app1 app2 backup watch. DIR: ${join(tmpdir(), 'partner-office-cluster')}
`

type Command = (trial: Trial, words: readonly string[]) => unknown

/** Commands for a running cluster, with the numbers of their words. */
const COMMANDS: Readonly<Record<string, readonly [fewest: number, most: number, run: Command]>> = {
  status: [0, 0, async (trial) => say((await status(trial)).join('\n'))],
  kill: [1, 1, (trial, [part]) => kill(trial, part!)],
  cut: [2, 2, (trial, [one, other]) => cut(trial, one!, other!)],
  delay: [3, 3, (trial, [from, to, ms]) => delay(trial, from!, to!, numberOf(ms!))],
  fill: [1, 2, (trial, [disk, mb = '0']) => fill(trial, disk!, numberOf(mb))],
  skew: [2, 2, (trial, [app, seconds]) => skew(trial, app!, numberOf(seconds!))],
  heal: [0, 0, (trial) => heal(trial)],
}

await runCommand(async () => {
  const { values, positionals } = parse()
  const [name = 'help', ...words] = positionals
  const folder = resolve(values.folder)
  if (name === 'help' && words.length === 0) return say(USAGE)
  if (name === 'up' && words.length === 0) return start(folder, values)
  if (name === 'down' && words.length === 0) return down(folder)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) throw new WrongWords(`Unknown: ${positionals.join(' ')}\n${USAGE}`)
  const [fewest, most, run] = command
  if (words.length < fewest || words.length > most) throw new WrongWords(USAGE)
  await run(openTrial(folder), words)
})

async function start(folder: string, { apps, loopback }: { apps: string; loopback: boolean }) {
  const count = numberOf(apps)
  if (count < 1 || count > 6)
    throw new WrongWords('--apps takes 1 to 6: the database has connections for six')
  const { site } = await up({ folder, apps: count, isLoopback: loopback, say })
  say(`ready: ${site.values['PUBLIC_ORIGIN']}`)
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      allowNegative: false,
      options: {
        folder: { type: 'string', default: join(tmpdir(), 'partner-office-cluster') },
        apps: { type: 'string', default: '2' },
        loopback: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new WrongWords(`${(error as Error).message}\n${USAGE}`)
  }
}

function numberOf(text: string): number {
  if (!/^-?\d+$/.test(text)) throw new WrongWords(`${text} is no whole number`)
  return Number(text)
}

function say(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}
