import { postFresh, postFreshOptions } from '@partner-office/contracts'
import { Dialog } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

import { SecondFactor } from '../parts/second-factor.tsx'
import { useConsole } from '../lib/console.ts'

/** Asks for the second factor in the middle of an act, which then goes on. Source: requirements OPR-014. */
export function FreshDialog() {
  const { fresh } = useConsole()
  const isAsked = useSyncExternalStore(fresh.subscribe, fresh.isAsked)
  return isAsked ? <Question /> : null
}

function Question() {
  const { t } = useTranslation()
  const { api, fresh } = useConsole()
  const options = useQuery({
    queryKey: ['fresh options'],
    queryFn: () => api.call(postFreshOptions),
    gcTime: 0,
  })
  const cancel = (): void => fresh.answer(false)
  return (
    <Dialog
      title={t('fresh.title')}
      hint={t('fresh.text')}
      closeLabel={t('common.cancel')}
      onClose={cancel}
    >
      <Loaded query={options} placeholder={180}>
        {(asked) => (
          <SecondFactor
            asked={asked}
            button={t('fresh.submit')}
            send={async (body) => {
              await api.call(postFresh, { body })
              fresh.answer(true)
            }}
            onBack={cancel}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
