import { Fragment, type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react'

type Tab = { readonly tab: string; readonly text: string }

/** Attributes that make a link a tab. */
type TabAttributes = {
  role: 'tab'
  'aria-selected': boolean
  children: string
}

type TabsProps<T extends Tab> = {
  /** The name of the row, read out. */
  label: string
  id?: string
  tabs: readonly T[]
  shown: T['tab']
  /** Draws the link of a tab: `(tab, attributes) => <a {...attributes} href={tab.address} />`. */
  link: (tab: T, attributes: TabAttributes) => ReactElement
}

/** A row of links to the views of one page. Arrow keys move along it. Where it is cut off, it is scrolled to the shown one. */
export function Tabs<T extends Tab>({ label, id, tabs, shown, link }: TabsProps<T>) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => scrollToSelected(row.current!), [shown])
  return (
    <div className="tabs" id={id} role="tablist" aria-label={label} ref={row} onKeyDown={moveFocus}>
      {tabs.map((tab) => (
        <Fragment key={tab.tab}>
          {link(tab, { role: 'tab', 'aria-selected': tab.tab === shown, children: tab.text })}
        </Fragment>
      ))}
    </div>
  )
}

/** Scrolls the row alone: `scrollIntoView` would also scroll the page. */
function scrollToSelected(row: HTMLElement) {
  const selected = row.querySelector('[aria-selected="true"]')
  if (selected === null || row.scrollWidth <= row.clientWidth) return
  const [tab, seen] = [selected.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += Math.max(0, tab.right - seen.right) - Math.max(0, seen.left - tab.left)
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Moves the focus in the reading direction; it wraps around at both ends. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
  const step = STEPS[key]
  if (step === undefined) return
  const tabs = [...currentTarget.querySelectorAll('a')]
  const focused = tabs.findIndex((tab) => tab === document.activeElement)
  const isMirrored = document.documentElement.dir === 'rtl'
  tabs.at((focused + (isMirrored ? -step : step)) % tabs.length)?.focus()
}
