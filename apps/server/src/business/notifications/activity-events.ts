import { DAY_MS } from '@partner-office/domain'

import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { MailEvent } from './mail-event.ts'

/** The mail leaves this long before the partner's activity ends. */
const SOON_MS = 3 * DAY_MS

const ROWS_A_SLICE = 1_000

/** Partners whose activity has ended within a span of time, or ends three days after an instant of it. */
export function* activityEvents(
  engine: FiguresEngine,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Generator<void, MailEvent[]> {
  const events: MailEvent[] = []
  const isIn = (at: number) => at > after && at <= upTo
  for (let row = 0; row < engine.size; row++) {
    if (row % ROWS_A_SLICE === 0) yield
    const at = engine.activityEnd(row)
    const ended = isIn(at)
    if (!ended && !isIn(at - SOON_MS)) continue
    events.push({ partnerId: engine.ids[row]!, key: 'accountActivity', item: { at, ended } })
  }
  return events
}
