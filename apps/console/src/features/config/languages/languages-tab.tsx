import { type CallReply, getConsoleLanguages } from '@partner-office/contracts'
import { StateMark, WithPanel } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../../lib/console.ts'
import { languageText } from '../../../lib/languages.ts'
import { queryOf } from '../../../lib/query-of.ts'
import { ListTable } from '../../../parts/list-table.tsx'
import { RowDrawer } from '../../../parts/row-drawer.tsx'
import { PATHS } from '../../../paths.ts'
import { useConfigSearch } from '../use-config-search.ts'
import { FoundTexts } from './found-texts.tsx'

type Language = CallReply<typeof getConsoleLanguages>['content'][number]

/** The languages of the product, what own texts lack, and a search in all texts. Source: requirements CNF-010. */
export function LanguagesTab() {
  const { api } = useConsole()
  const { search, change } = useConfigSearch()
  const languages = useQuery(queryOf(api, getConsoleLanguages))
  const chosen = languages.data?.content.find(({ language }) => language === search.open)
  return (
    <WithPanel
      panel={
        chosen === undefined ? null : (
          <Findings
            key={chosen.language}
            language={chosen}
            onClose={() => change({ open: undefined })}
          />
        )
      }
    >
      <FoundTexts />
      <Loaded query={languages} placeholder={480} isCard>
        {({ content }) => <LanguageList languages={content} />}
      </Loaded>
    </WithPanel>
  )
}

function LanguageList({ languages }: { readonly languages: readonly Language[] }) {
  const { t } = useTranslation()
  const { search } = useConfigSearch()
  return (
    <ListTable
      caption={t('config.languages')}
      columns={useColumns()}
      rows={languages}
      total={languages.length}
      keyOf={({ language }) => language}
      nameOf={({ language }) => languageText(language)}
      open={search.open}
      isQuiet={({ isOffered }) => !isOffered}
      link={({ language }, attributes) => (
        <Link
          {...attributes}
          from={PATHS.config}
          to="."
          search={(before) => ({ ...before, open: language })}
          className="row-name"
        />
      )}
      empty={t('table.none')}
    />
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'language',
      head: t('languages.language'),
      cell: ({ language }: Language) => (
        <>
          {languageText(language)} <span className="muted">{language}</span>
        </>
      ),
    },
    {
      name: 'offered',
      head: t('languages.offered'),
      cell: ({ isOffered }: Language) => (
        <StateMark state={isOffered ? 'good' : 'off'}>
          {t(isOffered ? 'languages.isOffered' : 'languages.isNotOffered')}
        </StateMark>
      ),
    },
    {
      name: 'texts',
      head: t('languages.texts'),
      cell: ({ isBuilt, isOwn }: Language) => t(`languages.sources.${sourceOf(isBuilt, isOwn)}`),
    },
    {
      name: 'findings',
      head: t('languages.findings'),
      isFigure: true,
      cell: ({ isOwn, findings }: Language) => (isOwn ? findings.length : '–'),
    },
  ]
}

const sourceOf = (isBuilt: boolean, isOwn: boolean) =>
  isBuilt && isOwn ? 'both' : isOwn ? 'own' : 'built'

type FindingsProps = { readonly language: Language; readonly onClose: () => void }

/** What the own texts of a language lack or break. */
function Findings({ language: { language, isOwn, findings }, onClose }: FindingsProps) {
  const { t } = useTranslation()
  return (
    <RowDrawer
      row={language}
      title={languageText(language)}
      detail={<span className="muted">{language}</span>}
      onClose={onClose}
    >
      {findings.length === 0 ? (
        <p>{t(isOwn ? 'languages.noFindings' : 'languages.noOwn', { language })}</p>
      ) : (
        <ul className="bullet-list stack gap-1" aria-label={t('languages.findings')}>
          {findings.map((finding) => (
            <li key={finding} className="mono">
              {finding}
            </li>
          ))}
        </ul>
      )}
    </RowDrawer>
  )
}
