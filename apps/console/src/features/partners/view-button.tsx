import { type CallReply, type ConsolePartner, postPartnerView } from '@partner-office/contracts'
import { Button, buttonClass, Dialog } from '@partner-office/ui'
import { useSecondsUntil } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'

type View = CallReply<typeof postPartnerView>

type ViewButtonProps = { readonly partner: ConsolePartner }

/** Asks for a reason, then gives the link of a view as the partner. Source: requirements PTR-014; decisions D-174. */
export function ViewButton({ partner }: ViewButtonProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [view, setView] = useState<View | null>(null)
  const needsRole = useNeedsRole(postPartnerView.roles)
  if (needsRole !== undefined || partner.erasedAt !== null) return null
  const name = `${partner.firstName} ${partner.lastName}`
  return (
    <>
      <Button icon="eye" onClick={() => setAsking(true)}>
        {t('partners.view.button')}
      </Button>
      {isAsking && (
        <AskDialog partner={partner} onMade={setView} onClose={() => setAsking(false)} />
      )}
      {view !== null && !isAsking && (
        <Dialog
          title={t('partners.view.ready')}
          hint={name}
          closeLabel={t('common.close')}
          onClose={() => setView(null)}
        >
          {(close) => <Link view={view} onOpened={close} />}
        </Dialog>
      )}
    </>
  )
}

type AskDialogProps = ViewButtonProps & {
  readonly onMade: (view: View) => void
  readonly onClose: () => void
}

function AskDialog({ partner, onMade, onClose }: AskDialogProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const params = { id: String(partner.id) }
  return (
    <ReasonDialog
      title={t('partners.view.title')}
      hint={t('partners.view.hint')}
      button={t('partners.view.make')}
      notDone={t('partners.view.notMade')}
      roles={postPartnerView.roles}
      send={async (reason) => {
        const view = await api.call(postPartnerView, { params, body: { reason } })
        onMade(view)
        return view
      }}
      // The link is shown once: a view whose answer was lost cannot be opened, and another is made.
      lookUp={async () => null}
      onDone={() => {}}
      onClose={onClose}
    />
  )
}

type LinkProps = { readonly view: View; readonly onOpened: () => void }

function Link({ view: { url, goodUntil }, onOpened }: LinkProps) {
  const { t } = useTranslation()
  const left = useSecondsUntil(goodUntil)
  return (
    <div className="stack gap-4">
      <p>{left > 0 ? t('partners.view.good', { count: left }) : t('partners.view.late')}</p>
      {left > 0 && (
        <div className="decision">
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'primary' })}
            onClick={onOpened}
          >
            {t('partners.view.open')}
          </a>
        </div>
      )}
    </div>
  )
}
