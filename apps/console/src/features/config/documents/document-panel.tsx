import { type CallReply, getConsoleLegals, postLegalFile } from '@partner-office/contracts'
import { Table, useToast } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../../lib/console.ts'
import { languageText } from '../../../lib/languages.ts'
import { Instant } from '../../../lib/instant.tsx'
import { uploadForm } from '../../../lib/upload-form.ts'
import { useAct } from '../../../lib/use-act.ts'
import { ActNote } from '../../../parts/act-note.tsx'
import { RowDrawer } from '../../../parts/row-drawer.tsx'
import { UploadButton } from '../../../parts/upload-button.tsx'
import { useNeedsRole } from '../../../parts/use-needs-role.ts'
import type { LegalDocument } from './legal-document.ts'

type DocumentPanelProps = { readonly document: LegalDocument; readonly onClose: () => void }

/** One document: where each language has its file from, and a new file for a language. Source: requirements CNF-008. */
export function DocumentPanel({
  document: { name, file, languages },
  onClose,
}: DocumentPanelProps) {
  const { t } = useTranslation()
  const act = useUpload(file)
  const needsRole = useNeedsRole(postLegalFile.roles)
  return (
    <RowDrawer
      row={file}
      title={<bdi>{name}</bdi>}
      detail={<bdi className="muted">{file}</bdi>}
      onClose={onClose}
    >
      <p className="caption">{needsRole ?? t('legals.fileHint')}</p>
      <ActNote act={act} notDone={t('legals.notStored')} roles={postLegalFile.roles} />
      <Table
        isBare
        caption={t('legals.languages')}
        columns={[
          { text: t('languages.language') },
          { text: t('legals.source') },
          { text: t('legals.changed') },
          { text: t('legals.upload.head') },
        ]}
      >
        {languages.map((one) => (
          <FileRow
            key={one.language}
            {...one}
            isDisabled={needsRole !== undefined || act.isBusy}
            onFile={(chosen) => act.run({ language: one.language, chosen })}
          />
        ))}
      </Table>
    </RowDrawer>
  )
}

type FileRowProps = LegalDocument['languages'][number] & {
  readonly isDisabled: boolean
  readonly onFile: (file: File) => void
}

function FileRow({ language, source, changedAt, isDisabled, onFile }: FileRowProps) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">{languageText(language)}</th>
      <td>{t(`legals.sources.${source}`)}</td>
      <td>{changedAt === null ? '–' : <Instant at={changedAt} />}</td>
      <td>
        <UploadButton
          text={t('legals.upload.button')}
          label={t('legals.upload.of', { language: languageText(language) })}
          accept="application/pdf"
          isDisabled={isDisabled}
          onFile={onFile}
        />
      </td>
    </tr>
  )
}

type Upload = { readonly language: string; readonly chosen: File }

function useUpload(file: string) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const queries = useQueryClient()
  return useAct<Upload, CallReply<typeof postLegalFile> | true>({
    send: ({ language, chosen }) =>
      api.call(postLegalFile, { form: uploadForm({ language, name: file }, chosen) }),
    lookUp: async ({ language, chosen }) => {
      const { content } = await api.call(getConsoleLegals)
      const now = content
        .find((one) => one.file === file)
        ?.languages.find((one) => one.language === language)
      return now?.source === 'own' && now.bytes === chosen.size ? true : null
    },
    onDone: (_stored, { language }) => {
      toast.success({ title: t('legals.stored'), text: languageText(language) })
      void queries.invalidateQueries({ queryKey: [getConsoleLegals.path] })
    },
  })
}
