import {
  type Export,
  type ExportedList,
  getExportFile,
  getExports,
  postExport,
} from '@partner-office/contracts'
import { useToast } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../lib/console.ts'
import { saveFile } from '../lib/save-file.ts'
import { type Act, useAct } from '../lib/use-act.ts'

/** What is exported. */
export type AskedExport = {
  readonly list: ExportedList
  /** As the list's address has them; undefined: not set. */
  readonly filters: Readonly<Record<string, string | undefined>>
  readonly columns: readonly string[]
}

/** Makes an export, and saves its file if it is made at once. An export whose answer was lost is the new one of the list. */
export function useExport(): Act<AskedExport> {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const queries = useQueryClient()
  const known = useRef<ReadonlySet<number>>(new Set())
  const own = async (): Promise<readonly Export[]> => (await api.call(getExports)).content
  return useAct<AskedExport, Export>({
    send: async ({ list, filters, columns }) => {
      known.current = new Set((await own()).map(({ id }) => id))
      const set = Object.entries(filters).filter(([, value]) => value !== undefined)
      const chosen = Object.fromEntries(set) as Record<string, string>
      return api.call(postExport, { body: { list, filters: chosen, columns: [...columns] } })
    },
    lookUp: async ({ list }) =>
      (await own()).find((one) => one.list === list && !known.current.has(one.id)) ?? null,
    onDone: ({ id, state, rows }) => {
      void queries.invalidateQueries({ queryKey: [getExports.path] })
      if (state === 'RUNNING') {
        toast.success({ title: t('exports.goesOn'), text: t('exports.goesOnText') })
      } else if (state === 'DONE') {
        saveFile(getExportFile.path.replace(':id', String(id)))
        toast.success({ title: t('exports.done', { count: rows }) })
      } else {
        toast.error({ title: t('exports.failed') })
      }
    },
  })
}
