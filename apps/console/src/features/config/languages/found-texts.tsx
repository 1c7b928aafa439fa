import { type CallReply, getTexts } from '@partner-office/contracts'
import { Table } from '@partner-office/ui'
import { Box, FilterInput } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../../lib/console.ts'
import { languageText } from '../../../lib/languages.ts'
import { queryOf } from '../../../lib/query-of.ts'
import { useConfigSearch } from '../use-config-search.ts'

const FEWEST_LETTERS = 2

type FoundText = CallReply<typeof getTexts>['content'][number]

/** Finds a text by its key or its words in any language, and shows it in all. Source: requirements CNF-010. */
export function FoundTexts() {
  const { t } = useTranslation()
  const { search, change } = useConfigSearch()
  const { find } = search
  return (
    <>
      <div className="filter-bar" role="group" aria-label={t('filters.label')}>
        <FilterInput
          name={t('languages.find')}
          hint={t('languages.findHint')}
          value={find}
          maxLength={100}
          applyLabel={t('filters.apply')}
          clearLabel={t('filters.clear', { name: t('languages.find') })}
          onChange={(typed) => change({ find: typed })}
        />
      </div>
      {find !== undefined && find.trim().length >= FEWEST_LETTERS && <Found words={find} />}
    </>
  )
}

function Found({ words }: { readonly words: string }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const found = useQuery(queryOf(api, getTexts, { query: { search: words } }))
  return (
    <Loaded query={found} placeholder={160} isCard>
      {({ content, hasMore }) => (
        <div className="stack gap-4">
          <p role="status" className="muted">
            {t(countKey(content, hasMore), { count: content.length })}
          </p>
          {content.map((text) => (
            <Text key={`${text.area} ${text.key}`} text={text} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

function Text({ text: { area, key: name, texts } }: { readonly text: FoundText }) {
  const { t } = useTranslation()
  return (
    <Box title={<bdi className="mono">{name}</bdi>} detail={area} isFlush>
      <Table
        isBare
        caption={name}
        columns={[{ text: t('languages.language') }, { text: t('languages.text') }]}
      >
        {Object.entries(texts).map(([language, { text, isOwn }]) => (
          <tr key={language}>
            <th scope="row">{languageText(language)}</th>
            <td lang={language} dir="auto">
              {text}
              {isOwn && <span className="muted"> {t('languages.isOwn')}</span>}
            </td>
          </tr>
        ))}
      </Table>
    </Box>
  )
}

function countKey(found: readonly FoundText[], hasMore: boolean) {
  if (found.length === 0) return 'languages.foundNone'
  return hasMore ? 'languages.foundFirst' : 'languages.found'
}
