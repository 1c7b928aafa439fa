import { cut, fill, kill, skew } from '../../deploy/lib/cluster.ts'
import type { Trial } from '../../deploy/lib/trial.ts'
import type { steady } from './cluster-rounds.ts'

/** The longest time until an alert fires. Units: milliseconds. */
export const FIRES_WITHIN_MS = 150_000

/** The same of a failing archive. Units: milliseconds. */
export const ARCHIVE_FIRES_WITHIN_MS = 420_000

/** Less than 15 %, and than a fifth, of a disk of 1 GB. */
const LEFT_MB = 90

type Roles = Awaited<ReturnType<typeof steady>>

/** What happens at the same time, and the alerts that it must bring. */
type Fault = {
  readonly alerts: readonly string[]
  readonly bring: (trial: Trial, roles: Roles) => unknown
}

/** Faults that take the database or the way to it away. */
export const FAULTS: readonly Fault[] = [
  {
    alerts: ['NoPrimary', 'NoLeader'],
    bring: (trial) => trial.site.databases.forEach(({ name }) => kill(trial, name)),
  },
  { alerts: ['BalancerDown'], bring: (trial) => kill(trial, 'balancer') },
  {
    alerts: ['NoSynchronousStandby', 'StandbyDown'],
    bring: (trial, { other, synchronous }) => {
      kill(trial, other)
      kill(trial, synchronous)
    },
  },
]

/** Faults that leave the database alone, so that an archive that fails meanwhile keeps failing; the last one leaves it no room. */
export const WHILE_ARCHIVE_FAILS: readonly Fault[] = [
  {
    alerts: ['AppProcessDown', 'EtcdMemberDown'],
    bring: (trial, { other }) => {
      kill(trial, 'app3')
      kill(trial, `${other}/etcd`)
    },
  },
  {
    alerts: ['EtcdGone'],
    bring: (trial) => trial.site.databases.forEach(({ name }) => kill(trial, `${name}/etcd`)),
  },
  { alerts: ['FiguresOld'], bring: (trial) => cut(trial, 'app2', 'balancer') },
  { alerts: ['ClockWrong'], bring: (trial) => skew(trial, 'app3', 10) },
  { alerts: ['ClockWrong', 'ClockUnusable'], bring: (trial) => skew(trial, 'app3', 31) },
  {
    alerts: ['DiskSpace', 'ArchiveFailingHalf', 'ArchiveFailingFifth'],
    bring: (trial, { other }) => fill(trial, other, LEFT_MB),
  },
]

/** Alerts about faults that `deploy/cluster` cannot bring about, and why. */
export const NOT_BROUGHT: Readonly<Record<string, string>> = {
  TwoPrimaries: 'Patroni has one, whatever is killed or cut',
  SlowStandby: 'it needs 16 MiB of log that a standby has not taken',
}
