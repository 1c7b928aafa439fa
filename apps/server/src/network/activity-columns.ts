import { activeUntilAfter } from '@partner-office/domain'

import { ACTIVITY_COLUMNS, ColumnHolder, grown, namesOf, NO_ROW } from './columns.ts'

/** An order that counts for activity. Units: epoch milliseconds, days. */
export type ActivityEntry = { readonly paidAt: number; readonly days: number }

/** The columns, with each partner's activity: a linked list of orders, newest payment first. */
export class ActivityColumns extends ColumnHolder {
  activityCount = 0

  /** The end of the activity from the orders paid up to `paidUpTo`, also when it has passed; null for none (C8, C11.3). */
  activeUntil(row: number, paidUpTo = Number.POSITIVE_INFINITY): number | null {
    const end = this.activityEnd(row, paidUpTo)
    return end === Number.NEGATIVE_INFINITY ? null : end
  }

  /**
   * Like `activeUntil`, with -Infinity for none.
   *
   * C8 extends the activity order by order: end = max(end, paidAt) + days. That equals the maximum, over all orders, of the
   * order's payment plus the days of this and all later orders, so the newest-first list needs no reversal:
   *
   *     paid on day 0, 10, 60, each 30 days     by C8: 30, then 60, then 60 + 30 = 90
   *     from the newest: 60 + 30 = 90;  10 + 60 = 70;  0 + 90 = 90;  the maximum is 90
   */
  activityEnd(row: number, paidUpTo = Number.POSITIVE_INFINITY): number {
    let end = Number.NEGATIVE_INFINITY
    let days = 0
    for (let entry = this.activityHead[row]!; entry !== NO_ROW; entry = this.activityNext[entry]!) {
      const paidAt = this.activityAt[entry]!
      if (paidAt > paidUpTo) continue
      days += this.activityDays[entry]!
      end = Math.max(end, activeUntilAfter(null, paidAt, days))
    }
    return end
  }

  /** The orders paid up to `paidUpTo` that count for activity, oldest first. */
  activityOf(row: number, paidUpTo: number): ActivityEntry[] {
    const entries: ActivityEntry[] = []
    for (let entry = this.activityHead[row]!; entry !== NO_ROW; entry = this.activityNext[entry]!) {
      const paidAt = this.activityAt[entry]!
      if (paidAt <= paidUpTo) entries.push({ paidAt, days: this.activityDays[entry]! })
    }
    return entries.toReversed()
  }

  /** Adds an order to a partner's activity. */
  addActivityEntry(row: number, paidAt: number, days: number): void {
    if (this.activityCount === this.activityAt.length) this.reserveActivity()
    const entry = this.activityCount++
    this.activityAt[entry] = paidAt
    this.activityDays[entry] = days
    let before = NO_ROW
    let after = this.activityHead[row]!
    while (after !== NO_ROW && this.activityAt[after]! > paidAt) {
      before = after
      after = this.activityNext[after]!
    }
    this.activityNext[entry] = after
    if (before === NO_ROW) this.activityHead[row] = entry
    else this.activityNext[before] = entry
  }

  /** Removes an order from a partner's activity. Refuses (a bug): an order that is not there. */
  dropActivityEntry(row: number, paidAt: number, days: number): void {
    let before = NO_ROW
    for (let entry = this.activityHead[row]!; entry !== NO_ROW; entry = this.activityNext[entry]!) {
      if (this.activityAt[entry] === paidAt && this.activityDays[entry] === days) {
        if (before === NO_ROW) this.activityHead[row] = this.activityNext[entry]!
        else this.activityNext[before] = this.activityNext[entry]!
        return
      }
      before = entry
    }
    throw new Error(`Partner ${this.ids[row]} has no activity from an order paid at ${paidAt}`)
  }

  /** Makes room for this many entries. */
  reserveActivity(entries = Math.max(64, Math.ceil(this.activityCount * 1.25))): void {
    for (const name of namesOf(ACTIVITY_COLUMNS)) {
      Object.assign(this, { [name]: grown(this[name], entries) })
    }
  }
}
