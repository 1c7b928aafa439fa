import { getHeads, type Head, WHOLE_LOG_ROLES } from '@partner-office/contracts'
import { Button, Table } from '@partner-office/ui'
import { Box, ProofHash } from '@partner-office/ui/console'
import { useCopy } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { hasOneOf } from '../../lib/session.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { ScrollRows } from '../../parts/scroll-rows.tsx'
import type { Integrity } from './integrity.ts'

/** The newest link of each chain, to be kept outside of this system. Source: requirements AUD-005, AUD-007. */
export function HeadsBox({ integrity: { heads } }: { readonly integrity: Integrity }) {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  return (
    <Box
      title={t('integrity.heads')}
      actions={hasOneOf(operator.roles, WHOLE_LOG_ROLES) && <CopyHeads />}
      foot={t('integrity.headsText')}
    >
      <ScrollRows label={t('integrity.heads')}>
        <Table
          isBare
          caption={t('integrity.heads')}
          columns={[
            { text: t('integrity.chain') },
            { text: t('integrity.link'), isFigure: true },
            { text: t('audit.hash') },
          ]}
        >
          {heads.map((head) => (
            <HeadRow key={head.chain} head={head} />
          ))}
        </Table>
      </ScrollRows>
    </Box>
  )
}

function HeadRow({ head: { chain, number, hash, at } }: { readonly head: Head }) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <tr>
      <th scope="row">
        {t(`integrity.chains.${chain}`)}
        {at !== null && (
          <span className="caption block">
            <Instant at={at} />
          </span>
        )}
      </th>
      <td className="figure-cell digits">
        {chain === 'months' ? number : countText(Number(number))}
      </td>
      <td>
        <ProofHash
          hash={hash}
          copyLabel={t('integrity.copyHash', { chain: t(`integrity.chains.${chain}`) })}
          onCopy={() => copy(hash)}
        />
      </td>
    </tr>
  )
}

function CopyHeads() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const copy = useCopy()
  const act = useAct<object, { readonly text: string }>({
    send: () => api.call(getHeads),
    // It changes nothing: a lost answer is asked for again.
    lookUp: () => api.call(getHeads),
    onDone: ({ text }) => copy(text),
  })
  return (
    <>
      <Button size="sm" icon="copy" busy={act.isBusy} onClick={() => act.run({})}>
        {t('integrity.copyHeads')}
      </Button>
      <ActNote act={act} notDone={t('integrity.notCopied')} roles={getHeads.roles} />
    </>
  )
}
