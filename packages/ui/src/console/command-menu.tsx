import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'

import { useModal } from '../dialog.tsx'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icon.tsx'
import { KeyCap } from './key-cap.tsx'

export type Command = {
  readonly id: string
  readonly group: string
  readonly text: string
  readonly icon: IconName
  readonly detail?: string
  /** Its key, where it has one. */
  readonly keys?: string
  readonly run: () => void
}

type CommandMenuProps = {
  label: string
  placeholder: string
  /** Says that nothing matches. */
  none: string
  foot: ReactNode
  commands: readonly Command[]
  onClose: () => void
}

/** Finds a page or an act by its words. Arrow keys choose, Enter runs, Escape closes. It is open while it is mounted. */
export function CommandMenu({
  label,
  placeholder,
  none,
  foot,
  commands,
  onClose,
}: CommandMenuProps) {
  const { close: _close, ...modal } = useModal(onClose)
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = commands.filter((command) => matches(command, text))
  const chosen = found[Math.min(at, found.length - 1)]
  const run = (command: Command | undefined): void => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) run(chosen)
    else setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length))
  }
  return (
    <dialog {...modal} className="command-menu" aria-label={label}>
      <div className="command-entry">
        <Icon name="search" size={18} />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={chosen && `${listId}-${chosen.id}`}
          aria-autocomplete="list"
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <KeyCap>Esc</KeyCap>
      </div>
      <Commands id={listId} label={label} found={found} chosen={chosen} run={run} />
      {found.length === 0 && (
        <p className="command-none" role="status">
          {none}
        </p>
      )}
      <div className="command-foot">{foot}</div>
    </dialog>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Every word that was typed begins a word of the command, in any order. */
function matches({ group, text, detail = '' }: Command, typed: string): boolean {
  const words = `${group} ${text} ${detail}`.toLowerCase().split(/\s+/)
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return wanted.every((one) => words.some((word) => word.startsWith(one)))
}

type CommandsProps = {
  id: string
  label: string
  found: readonly Command[]
  chosen: Command | undefined
  run: (command: Command) => void
}

function Commands({ id, label, found, chosen, run }: CommandsProps) {
  const groups = [...new Set(found.map(({ group }) => group))]
  return (
    <div className="command-list" role="listbox" id={id} aria-label={label} tabIndex={-1}>
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <p className="command-group" aria-hidden="true">
            {group}
          </p>
          {found
            .filter((command) => command.group === group)
            .map((command) => (
              <Option
                key={command.id}
                id={`${id}-${command.id}`}
                command={command}
                isChosen={command === chosen}
                onPress={() => run(command)}
              />
            ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = { id: string; command: Command; isChosen: boolean; onPress: () => void }

function Option({ id, command, isChosen, onPress }: OptionProps) {
  const { text, icon, detail, keys } = command
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes('command', isChosen && 'chosen-command')}
      ref={isChosen ? intoView : undefined}
      onClick={onPress}
    >
      <Icon name={icon} size={16} />
      {text}
      {detail && <span className="caption">{detail}</span>}
      {keys && (
        <span className="push" aria-hidden="true">
          {keys.split(' ').map((key) => (
            <KeyCap key={key}>{key.toUpperCase()}</KeyCap>
          ))}
        </span>
      )}
    </div>
  )
}

const intoView = (option: HTMLElement | null): void =>
  option?.scrollIntoView?.({ block: 'nearest' })
