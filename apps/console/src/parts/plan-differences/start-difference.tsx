import {
  getPeriods,
  getPlanDifferences,
  MOST_MONTHS,
  postPlanDifference,
} from '@partner-office/contracts'
import { Button, Checkbox } from '@partner-office/ui'
import { LoadError } from '@partner-office/web'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { ConsoleApi } from '../../lib/console-api.ts'
import { useConsole } from '../../lib/console.ts'
import { useAct } from '../../lib/use-act.ts'
import { FormDialog } from '../form-dialog.tsx'
import { useNeedsRole } from '../use-needs-role.ts'
import { PATHS } from '../../paths.ts'

/** The months that are chosen at first. */
const CHOSEN_MONTHS = 6

type StartProps = { readonly draftId: number }

/** The button that runs a draft over closed months. */
export function StartDifference({ draftId }: StartProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="sm"
        disabledReason={useNeedsRole(postPlanDifference.roles)}
        onClick={() => setAsking(true)}
      >
        {t('planDifferences.start')}
      </Button>
      {isAsking && <StartDialog draftId={draftId} onClose={() => setAsking(false)} />}
    </>
  )
}

function StartDialog({ draftId, onClose }: StartProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const closed = useClosedMonths()
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const act = useStart(draftId)
  const months = picked ?? closed.data?.slice(0, CHOSEN_MONTHS) ?? []
  const turn = (month: string) =>
    setPicked(months.includes(month) ? months.filter((one) => one !== month) : [...months, month])
  return (
    <FormDialog
      texts={{
        title: t('planDifferences.start'),
        hint: t('planDifferences.startHint'),
        button: t('planDifferences.run'),
        notDone: t('planDifferences.notStarted'),
      }}
      act={act}
      roles={postPlanDifference.roles}
      missing={months.length === 0 ? t('planDifferences.chooseMonth') : undefined}
      onSubmit={() => act.run(months)}
      onClose={onClose}
    >
      <Months closed={closed} chosen={months} onTurn={turn} />
    </FormDialog>
  )
}

type MonthsProps = {
  readonly closed: ReturnType<typeof useClosedMonths>
  readonly chosen: readonly string[]
  readonly onTurn: (month: string) => void
}

function Months({ closed, chosen, onTurn }: MonthsProps) {
  const { t } = useTranslation()
  if (closed.isError) {
    return <LoadError query={closed} />
  }
  if (closed.data?.length === 0) return <p className="muted">{t('planDifferences.noMonths')}</p>
  return (
    <fieldset className="stack gap-1">
      <legend>{t('planDifferences.months')}</legend>
      {closed.data?.map((month) => (
        <Checkbox
          key={month}
          label={month}
          checked={chosen.includes(month)}
          onChange={() => onTurn(month)}
        />
      ))}
    </fieldset>
  )
}

/** The closed months that a difference can have, the newest first. */
function useClosedMonths() {
  const { api } = useConsole()
  return useQuery({
    queryKey: [getPeriods.path, 'closed'],
    queryFn: () => closedMonths(api),
  })
}

async function closedMonths(api: ConsoleApi): Promise<string[]> {
  const months: string[] = []
  let cursor: string | undefined
  do {
    const { content, next } = await api.call(getPeriods, {
      query: cursor === undefined ? {} : { cursor },
    })
    months.push(...content.filter(({ state }) => state === 'SEALED').map(({ month }) => month))
    cursor = next
  } while (cursor !== undefined && months.length < MOST_MONTHS)
  return months.slice(0, MOST_MONTHS)
}

/** Starts a difference and opens its page. When the answer is lost, a newer difference of the draft says that it was started. */
function useStart(draftId: number) {
  const { api } = useConsole()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const before = useRef(0)
  const newest = async () => {
    const { content } = await api.call(getPlanDifferences, { query: { draft: String(draftId) } })
    return content[0]?.id ?? 0
  }
  return useAct<readonly string[], number>({
    send: async (months) => {
      before.current = await newest()
      const { id } = await api.call(postPlanDifference, { body: { draftId, months: [...months] } })
      return id
    },
    lookUp: async () => {
      const id = await newest()
      return id > before.current ? id : null
    },
    onDone: (id) => {
      void queries.invalidateQueries({ queryKey: [getPlanDifferences.path] })
      void navigate({ to: PATHS.planDifference, params: { id: String(id) } })
    },
  })
}
