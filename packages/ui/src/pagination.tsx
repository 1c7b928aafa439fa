import { Icon } from './icon.tsx'
import { PAGE_SIZES, pagesAround } from './pages-around.ts'

type PaginationProps = {
  /** From 1. */
  readonly current: number
  readonly last: number
  /** Rows on a page: one of `PAGE_SIZES`. */
  readonly size: number
  readonly labels: {
    readonly pages: string
    readonly previous: string
    readonly next: string
    readonly size: string
    /** The name of a page's button. */
    readonly page: (page: number) => string
  }
  readonly onPage: (page: number) => void
  readonly onSize: (size: number) => void
}

/** Moves through the pages of a table and sets their size. Source: requirements NAV-036, NAV-037. */
export function Pagination({ current, last, size, labels, onPage, onSize }: PaginationProps) {
  return (
    <div className="in-row between wrap gap-4">
      <nav className="pager" aria-label={labels.pages}>
        <Step icon="back" label={labels.previous} page={current - 1} last={last} onPage={onPage} />
        {pagesAround(current, last).map((mark, at) =>
          mark === 'gap' ? (
            // oxlint-disable-next-line react/no-array-index-key -- at most two gaps, each in its place
            <span key={`gap ${at}`} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={mark}
              type="button"
              aria-label={labels.page(mark)}
              aria-current={mark === current ? 'page' : undefined}
              onClick={() => onPage(mark)}
            >
              {mark}
            </button>
          ),
        )}
        <Step icon="forward" label={labels.next} page={current + 1} last={last} onPage={onPage} />
      </nav>
      <label className="in-row meta">
        {labels.size}
        <select
          className="input page-size"
          value={size}
          onChange={({ target }) => onSize(Number(target.value))}
        >
          {PAGE_SIZES.map((rows) => (
            <option key={rows}>{rows}</option>
          ))}
        </select>
      </label>
    </div>
  )
}

type StepProps = {
  readonly icon: 'back' | 'forward'
  readonly label: string
  readonly page: number
  readonly last: number
  readonly onPage: (page: number) => void
}

function Step({ icon, label, page, last, onPage }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={page < 1 || page > last}
      onClick={() => onPage(page)}
    >
      <Icon name={icon} size={16} />
    </button>
  )
}
