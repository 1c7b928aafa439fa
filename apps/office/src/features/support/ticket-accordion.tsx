import { Icon } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useProfile } from '../../lib/session/profile.ts'
import { TicketForm } from './ticket-form.tsx'
import { TICKET_KINDS, type TicketKind } from './ticket-forms.ts'
import { formWithDraft } from './use-ticket.ts'

/** The forms, of which one at most is open: at first the one with a draft. Source: requirements SUP-001, SUP-003. */
export function TicketAccordion({ onSent }: { readonly onSent: () => void }) {
  const { id } = useProfile()
  const [open, setOpen] = useState(() => formWithDraft(id))
  const sent = () => {
    setOpen(null)
    onSent()
  }
  return (
    <ul className="card accordion">
      {TICKET_KINDS.map((kind) => (
        <TicketPanel
          key={kind.name}
          kind={kind}
          isOpen={open === kind.name}
          onToggle={() => setOpen(open === kind.name ? null : kind.name)}
          onSent={sent}
        />
      ))}
    </ul>
  )
}

type PanelProps = {
  readonly kind: TicketKind
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onSent: () => void
}

function TicketPanel({ kind, isOpen, onToggle, onSent }: PanelProps) {
  const { t } = useTranslation()
  const { name, icon } = kind
  return (
    <li>
      <h2>
        <button
          type="button"
          className="accordion-head"
          aria-expanded={isOpen}
          aria-controls={`ticket-${name}`}
          onClick={onToggle}
        >
          <Icon name={icon} size={22} />
          <span className="grow">
            <span className="heading-3 block">{t(`support.${name}`)}</span>
            <span className="meta block">{t(`support.${name}Text`)}</span>
          </span>
          <Icon name={isOpen ? 'up' : 'down'} size={20} />
        </button>
      </h2>
      <div id={`ticket-${name}`} className="accordion-body" hidden={!isOpen}>
        {isOpen && <TicketForm kind={kind} onSent={onSent} />}
      </div>
    </li>
  )
}
