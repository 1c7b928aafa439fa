import type { CallReply, getSettingHistory, Setting } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { changeSettings, settingProblem } from '../../business/settings/change-settings.ts'
import { listSettings } from '../../business/settings/read-settings.ts'
import { meaningOf } from '../../business/settings/setting-meanings.ts'
import { settingCalled } from '../../business/settings/settings.ts'
import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { InvalidInput } from '../../input/invalid-input.ts'
import { isGuardedSetting, needsSecondForSetting } from '../proposals/four-eyes.ts'
import { within } from '../within.ts'

/** New values by setting; null: the default again. */
type Values = Readonly<Record<string, string | null>>

/** All settings, by name, as `office config list` shows them. Source: requirements CNF-001. */
export async function readSettingList(db: Db): Promise<Setting[]> {
  const changes = await lastChanges(db)
  return (await listSettings(db)).map(({ name, value, audience, isSet }) => {
    const setting = settingCalled(name)!
    const change = isSet ? changes.get(name) : undefined
    return {
      name,
      ...meaningOf(name),
      audience,
      kind: setting.kind ?? 'text',
      accepts: setting.accepts,
      words: [...(setting.words ?? [])],
      default: setting.default,
      value,
      isSet,
      isGuarded: isGuardedSetting(name),
      setAt: change?.at ?? null,
      setBy: change?.actor ?? null,
      proposal: change?.proposal ?? null,
    }
  })
}

/** A value that a setting had, with who has set it. */
type Change = CallReply<typeof getSettingHistory>['content'][number]

/** The values of a setting, the newest first. Refuses: `not_found`, for a name of nothing. Source: requirements CNF-004. */
export async function settingHistory(db: Db, name: string): Promise<Change[]> {
  if (settingCalled(name) === undefined) throw new Refusal('not_found', { field: 'name' })
  return (await changesOf(db, name)).toReversed()
}

async function lastChanges(db: Db): Promise<ReadonlyMap<string, Change>> {
  const last = new Map<string, Change>()
  for (const [name, changes] of await changesByName(db, null)) last.set(name, changes.at(-1)!)
  return last
}

const changesOf = async (db: Db, name: string): Promise<readonly Change[]> =>
  (await changesByName(db, name)).get(name) ?? []

type Journaled = {
  readonly name: string
  readonly value: string | null
  readonly changedAt: number | null
}

/** The journal knows the values and their instants, oldest first; who has set them, the audit log says. */
async function changesByName(
  db: Db,
  name: string | null,
): Promise<ReadonlyMap<string, readonly Change[]>> {
  const { rows } = await sql<Journaled>`
    select key as name, content ->> 'value' as value, (content ->> 'changed_at')::bigint as changed_at
    from journal where place = 'settings' and key = coalesce(${name}::text, key) order by id`.execute(
    db,
  )
  const acts = await readActs(db)
  const changes = new Map<string, Change[]>()
  for (const row of rows) {
    const act = takeAct(acts.get(row.name) ?? [], row)
    const change = {
      value: row.value,
      at: row.changedAt ?? act?.at ?? null,
      actor: act?.actor ?? null,
      proposal: act?.proposal ?? null,
    }
    changes.set(row.name, [...(changes.get(row.name) ?? []), change])
  }
  return changes
}

/** What somebody did to a setting, as the audit log says. */
type Act = {
  readonly value: string | null
  readonly at: number
  readonly actor: string
  readonly proposal: number | null
}

/** A value and its entry are written in one transaction, each with its own look at the clock. */
const TOGETHER_MS = 60_000

/** The first act that can have brought a row. Acts before it have brought none: they are taken too. */
function takeAct(acts: Act[], { value, changedAt }: Journaled): Act | undefined {
  const found = acts.findIndex(
    (act) =>
      act.value === value && (changedAt === null || Math.abs(act.at - changedAt) <= TOGETHER_MS),
  )
  return found < 0 ? undefined : acts.splice(0, found + 1).at(-1)
}

type Entry = {
  readonly at: number
  readonly actor: string
  readonly command: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Acts on settings by their names, oldest first. */
async function readActs(db: Db): Promise<Map<string, Act[]>> {
  const entries = await db
    .selectFrom('auditLog')
    .select(['at', 'actor', 'command'])
    .select(sql<Entry['details']>`arguments`.as('details'))
    .where('command', 'in', ['config set', 'config unset', 'countries', 'legals'])
    .orderBy('id')
    .execute()
  const acts = new Map<string, Act[]>()
  for (const entry of entries) {
    const { at, actor, details } = entry
    const proposal = typeof details['proposal'] === 'number' ? details['proposal'] : null
    for (const [name, value] of Object.entries(valuesIn(entry))) {
      acts.set(name, [...(acts.get(name) ?? []), { value, at, actor, proposal }])
    }
  }
  return acts
}

/** The values that an entry tells of: of a command, a call of the service key, the console, or a proposal. */
function valuesIn({ command, details }: Entry): Values {
  const { words, values, object, value } = details
  if (Array.isArray(words)) {
    const [name, typed] = words as string[]
    return { [name ?? '']: command === 'config unset' ? null : (typed ?? null) }
  }
  if (typeof values === 'object' && values !== null) return values as Values
  if (typeof object === 'string') return { [object]: (value ?? null) as string | null }
  return details as Values
}

/** What is wrong with new values, in the words of `office config set`. Source: requirements CNF-002. */
export const problemsOf = (values: Values): { name: string; problem: string }[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const problem = settingProblem({ name, value })
    return problem === null ? [] : [{ name, problem: problem.problem }]
  })

/**
 * Changes settings that need no second operator, all or none.
 *
 * Refuses: `validation_error`; `proposal_required`, with the first setting that needs a second operator; `changed_meanwhile`, with
 * the settings that somebody else has changed since the caller saw them.
 * Source: requirements CNF-003, APR-001.
 */
export async function changeAtOnce(
  core: Core,
  { values, seen }: { readonly values: Values; readonly seen: Values },
): Promise<void> {
  InvalidInput.refuseAny(problemsOf(values).map(({ name: place, problem }) => ({ place, problem })))
  const guarded = Object.entries(values).find(([name, value]) => needsSecondForSetting(name, value))
  if (guarded !== undefined) throw new Refusal('proposal_required', { field: guarded[0] })
  await core.database.transaction(async (tx) => {
    await requireSeen(tx, Object.keys(values), seen)
    await changeSettings(within(core, tx), values)
  })
}

/** Holds the settings until the transaction ends: two operators who save at once take turns. */
async function requireSeen(tx: Tx, names: readonly string[], seen: Values): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('partner-office: settings'))`.execute(tx)
  if (names.length === 0) return
  const rows = await tx.selectFrom('settings').selectAll().where('name', 'in', names).execute()
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  const changed = names.filter(
    (name) => name in seen && seen[name] !== (stored.get(name) ?? settingCalled(name)!.default),
  )
  if (changed.length > 0) throw new Refusal('changed_meanwhile', { field: changed[0]! }, changed)
}
