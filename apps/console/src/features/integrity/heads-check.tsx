import { type CallReply, postHeadsCheck } from '@partner-office/contracts'
import { Button, Note, Table, TextAreaField } from '@partner-office/ui'
import { Box, StateMark } from '@partner-office/ui/console'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'

type Checked = CallReply<typeof postHeadsCheck>

const MARKS = { contained: 'good', missing: 'bad', other: 'bad' } as const

/** Whether the chains of today contain the heads of an earlier text. Source: requirements AUD-007. */
export function HeadsCheck() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { act, checked, forget } = useCheck()
  return (
    <Box title={t('integrity.check')}>
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') act.run(text)
        }}
      >
        <TextAreaField
          label={t('integrity.text')}
          hint={t('integrity.textHint')}
          rows={6}
          maxLength={4_000}
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            forget()
          }}
        />
        <ActNote act={act} notDone={t('integrity.notChecked')} roles={postHeadsCheck.roles} />
        {checked !== null && <Outcome checked={checked} />}
        <div className="decision">
          <Button
            type="submit"
            busy={act.isBusy}
            disabledReason={text.trim() === '' ? t('integrity.textHint') : undefined}
          >
            {t('integrity.checkButton')}
          </Button>
        </div>
      </form>
    </Box>
  )
}

function useCheck() {
  const { api } = useConsole()
  const [checked, setChecked] = useState<Checked | null>(null)
  const ask = (text: string) => api.call(postHeadsCheck, { body: { text } })
  const act = useAct<string, Checked>({
    send: ask,
    // It changes nothing: a lost answer is asked for again.
    lookUp: ask,
    onDone: setChecked,
  })
  return { act, checked, forget: () => setChecked(null) }
}

function Outcome({ checked }: { readonly checked: Checked }) {
  const { t } = useTranslation()
  const { at, signature, isContained, heads } = checked
  const isRight = signature === 'right'
  const holds = isContained && isRight
  return (
    <>
      <Note tone={holds ? 'green' : 'red'} live>
        <p className="bold">
          {isContained ? t('integrity.contained') : t('integrity.notContained')}
        </p>
        <p>{t(`integrity.signatures.${signature}`)}</p>
        <p>
          {t('integrity.textMade')} <Instant at={at} isExact />
        </p>
      </Note>
      <Table
        isBare
        caption={t('integrity.check')}
        columns={[
          { text: t('integrity.chain') },
          { text: t('integrity.link'), isFigure: true },
          { text: t('audit.result') },
        ]}
      >
        {heads.map(({ chain, number, state }) => (
          <tr key={chain}>
            <th scope="row">{t(`integrity.chains.${chain}`)}</th>
            <td className="figure-cell digits">{number}</td>
            <td>
              <StateMark state={MARKS[state]}>{t(`integrity.states.${state}`)}</StateMark>
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
