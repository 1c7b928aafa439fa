import { type CallReply, getAuditChain } from '@partner-office/contracts'
import { Button, Dialog, Note, Progress } from '@partner-office/ui'
import { LoadError } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { ConsoleApi } from '../../lib/console-api.ts'
import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'

type Part = CallReply<typeof getAuditChain>
type Checked = Pick<Part, 'checked' | 'erased' | 'last' | 'difference'>
type Difference = NonNullable<Part['difference']>

/** Checks the whole chain of the log part by part, with what is done so far. Closing it ends the check. Source: requirements AUD-004. */
export function ChainCheck({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [sofar, setSofar] = useState<Checked | null>(null)
  const check = useQuery({
    queryKey: ['chain of the audit log'],
    queryFn: ({ signal }) => checkAll(api, signal, setSofar),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Dialog
      title={t('audit.chain.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={(close) => (
        <Button onClick={close}>{check.isFetching ? t('common.cancel') : t('common.close')}</Button>
      )}
    >
      <div className="stack gap-4">
        <p>{t('audit.chain.text')}</p>
        {check.isFetching && <SoFar checked={sofar} />}
        {check.isError && !check.isFetching && <LoadError query={check} />}
        {check.data !== undefined && !check.isFetching && <Outcome checked={check.data} />}
      </div>
    </Dialog>
  )
}

/** Goes on behind the last checked entry until the chain ends or differs. */
async function checkAll(
  api: ConsoleApi,
  signal: AbortSignal,
  onPart: (checked: Checked) => void,
): Promise<Checked> {
  let sum: Checked = { checked: 0, erased: 0, last: 0, difference: null }
  for (let after: string | undefined; ;) {
    const query = after === undefined ? {} : { after }
    const part: Part = await api.call(getAuditChain, { query, signal })
    sum = { ...part, checked: sum.checked + part.checked, erased: sum.erased + part.erased }
    onPart(sum)
    if (part.next === undefined) return sum
    after = part.next
  }
}

function SoFar({ checked: sofar }: { readonly checked: Checked | null }) {
  const { t } = useTranslation()
  const { checked, last } = sofar ?? { checked: 0, last: 0 }
  const text = t('audit.chain.sofar', { checked, count: last })
  return (
    <div className="stack gap-1">
      <Progress
        label={text}
        segments={[{ percent: last === 0 ? 0 : (checked / last) * 100, tone: 'leg1' }]}
      />
      <p role="status">{text}</p>
    </div>
  )
}

function Outcome({ checked: { checked, erased, difference } }: { readonly checked: Checked }) {
  const { t } = useTranslation()
  if (difference !== null) return <Found difference={difference} />
  return (
    <Note tone="green" live>
      <p>{t('audit.chain.holds', { count: checked })}</p>
      {erased > 0 && <p>{t('audit.chain.erased', { count: erased })}</p>}
    </Note>
  )
}

function Found({ difference: { id, kind, at } }: { readonly difference: Difference }) {
  const { t } = useTranslation()
  return (
    <Note tone="red" live>
      <p className="bold">{t(`audit.chain.${kind}`, { id })}</p>
      {at !== null && (
        <p>
          {t('audit.at')}: <Instant at={at} isExact />
        </p>
      )}
      <p>{t('audit.chain.whatToDo')}</p>
    </Note>
  )
}
