/**
 * Updates PostgreSQL (a minor version) on all database nodes under load: standbys first, one after the other, then a switchover,
 * then the former primary. It goes on only while all nodes run on one timeline.
 *
 * `--install`: what updates the packages of a node before PostgreSQL restarts there; NODE stands for its name. Exit status 1: a
 * node is not back; nothing further was touched.
 * Usage: node deploy/update-postgres.ts [--config /etc/patroni/config.yml]
 *   [--install 'ssh root@NODE apt-get install -y --only-upgrade postgresql-15']
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { Refused, runCommand } from './lib/refused.ts'
import { run } from './lib/run.ts'

const PATIENCE_MS = 120_000

/** A line of `patronictl list`. */
type Node = {
  readonly Member: string
  readonly Role: string
  readonly State: string
  readonly TL?: number
}

const { values } = parseArgs({
  options: {
    config: { type: 'string', default: '/etc/patroni/config.yml' },
    install: { type: 'string', default: '' },
  },
})

await runCommand(async () => {
  const { primary, synchronous, other } = await whole()
  // Commits wait for the synchronous standby, so the other one takes its place first.
  await update(other)
  await update(synchronous)
  const { synchronous: candidate } = await whole()
  patronictl('switchover', '--master', primary, '--candidate', candidate, '--force')
  await update(primary)
})

function patronictl(...words: string[]): string {
  return run('patronictl', '-c', values.config, ...words)
}

async function update(node: string): Promise<void> {
  await whole()
  const [command, ...words] = values.install.replaceAll('NODE', node).split(' ')
  if (command !== '') run(command!, ...words)
  patronictl('restart', 'office', node, '--force')
  await whole()
  process.stdout.write(`${node} is updated\n`)
}

/** Waits until three nodes run on one timeline, one of them as the synchronous standby. Refuses: after two minutes. */
async function whole(): Promise<{ primary: string; synchronous: string; other: string }> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; await wait(500)) {
    const nodes = JSON.parse(patronictl('list', '-f', 'json')) as Node[]
    const named = (role: string) => nodes.find(({ Role }) => Role === role)
    const [primary, synchronous, other] = ['Leader', 'Sync Standby', 'Replica'].map(named)
    const areRunning = nodes.every(({ State, TL }) => State === 'running' && TL === primary?.TL)
    if (primary && synchronous && other && areRunning) {
      return { primary: primary.Member, synchronous: synchronous.Member, other: other.Member }
    }
  }
  throw new Refused('Not all three nodes run on one timeline: patronictl list')
}
