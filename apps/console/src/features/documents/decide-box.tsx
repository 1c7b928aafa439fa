import {
  getDocument,
  getDocuments,
  type ListedDocument,
  postDocumentApprove,
  postDocumentReject,
  type ReviewedDocument,
} from '@partner-office/contracts'
import { Button, TextAreaField, useToast } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { TemplateChoice } from '../../parts/template-choice.tsx'

type DecideProps = { readonly document: ReviewedDocument }

type Decision = { readonly what: 'approve' | 'reject'; readonly reason: string }

/** Approves or rejects the document that is shown, and no newer one. Source: requirements DOC-003. */
export function DecideBox({ document }: DecideProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const act = useDecide(document)
  if (document.state === 'REJECTED') return null
  const decide = (what: Decision['what']) => act.run({ what, reason: reason.trim() })
  const busy = (what: Decision['what']) => act.isBusy && act.about?.what === what
  return (
    <Box title={t('documents.decide')}>
      <div className="stack gap-4">
        <TemplateChoice
          use="DOCUMENT"
          language={document.language}
          values={{ firstName: document.partner.firstName }}
          onChoose={(text) => setReason(text.replaceAll('\n', ' '))}
        />
        <TextAreaField
          label={t('documents.rejectReason')}
          hint={t('documents.rejectHint', { language: document.language || 'en' })}
          name="reason"
          rows={3}
          maxLength={256}
          value={reason}
          onChange={({ target }) => setReason(target.value.replaceAll('\n', ' '))}
        />
        <ActNote act={act} notDone={t('documents.notDecided')} roles={postDocumentReject.roles} />
        <div className="decision">
          <Button
            variant="danger"
            busy={busy('reject')}
            disabledReason={reason.trim() === '' ? t('documents.needsReason') : undefined}
            onClick={() => decide('reject')}
          >
            {t('documents.reject')}
          </Button>
          {document.state === 'PENDING' && (
            <Button variant="primary" busy={busy('approve')} onClick={() => decide('approve')}>
              {t('documents.approve')}
            </Button>
          )}
        </div>
      </div>
    </Box>
  )
}

function useDecide({ id, version }: ReviewedDocument) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  const params = { id: String(id) }
  return useAct<Decision, ListedDocument>({
    send: ({ what, reason }) =>
      what === 'approve'
        ? api.call(postDocumentApprove, { params, body: { version } })
        : api.call(postDocumentReject, { params, body: { version, reason } }),
    lookUp: async ({ what }) => {
      const now = await api.call(getDocument, { params })
      const wanted = what === 'approve' ? 'APPROVED' : 'REJECTED'
      return now.version === version + 1 && now.state === wanted ? now : null
    },
    onDone: (_done, { what }) => {
      toast.success({ title: t(`documents.done.${what}`) })
      void queries.invalidateQueries({ queryKey: [getDocument.path] })
      void queries.invalidateQueries({ queryKey: [getDocuments.path] })
    },
  })
}
