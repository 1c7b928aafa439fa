import { Button, type IconName } from '@partner-office/ui'
import { CommandMenu, KeyCap, KeyList, ReasonField, useKeyList } from '@partner-office/ui/console'
import { useState } from 'react'

import { Section } from './section.tsx'

const COMMANDS = (
  [
    ['Go to', 'Approvals', 'approval'],
    ['Go to', 'Operators', 'team'],
    ['Do', 'Use dark colours', 'moon'],
  ] as readonly (readonly [string, string, IconName])[]
).map(([group, text, icon]) => ({
  id: text.replaceAll(' ', '-'),
  group,
  text,
  icon,
  run: () => {},
}))

/** Fields, keys and the command menu. */
export function Entries() {
  const [reason, setReason] = useState('')
  const [isOpen, setOpen] = useState(false)
  const bindings = useKeyList()
  return (
    <>
      <Section title="Reason">
        <ReasonField
          label="Reason"
          hint="10 more characters are needed."
          value={reason}
          onChange={setReason}
        />
      </Section>
      <Section title="Keys">
        <p>
          <KeyCap>Esc</KeyCap> closes.
        </p>
        <KeyList bindings={bindings} then="then" mod="Ctrl or ⌘" />
      </Section>
      <Section title="Command menu">
        <Button onClick={() => setOpen(true)}>Command menu</Button>
        {isOpen && (
          <CommandMenu
            label="Find or do"
            placeholder="Type a page or something to do"
            none="Nothing matches."
            foot="Arrow keys choose, Enter opens"
            commands={COMMANDS}
            onClose={() => setOpen(false)}
          />
        )}
      </Section>
    </>
  )
}
