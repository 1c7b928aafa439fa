import {
  deleteImportMapping,
  getImportMappings,
  type ImportMapping,
} from '@partner-office/contracts'
import { Button, useToast } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'

/** The saved mappings. Source: requirements ORC-013. */
export function MappingsBox() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const mappings = useQuery(queryOf(api, getImportMappings))
  const deleting = useDelete()
  const needsRole = useNeedsRole(deleteImportMapping.roles)
  const columns = [
    {
      name: 'name',
      head: t('imports.mappingName'),
      cell: ({ name }: ImportMapping) => <bdi>{name}</bdi>,
    },
    {
      name: 'kind',
      head: t('imports.kind'),
      cell: ({ kind }: ImportMapping) => t(`imports.kinds.${kind}`),
    },
    {
      name: 'at',
      head: t('imports.savedAt'),
      cell: ({ at }: ImportMapping) => <Instant at={at} />,
    },
    { name: 'by', head: t('imports.savedBy'), cell: ({ by }: ImportMapping) => <bdi>{by}</bdi> },
    {
      name: 'acts',
      head: t('imports.mappingActs'),
      cell: ({ id, name }: ImportMapping) => (
        <Button
          size="sm"
          disabledReason={needsRole}
          busy={deleting.isBusy && deleting.about === id}
          aria-label={t('imports.deleteMappingNamed', { name })}
          onClick={() => deleting.run(id)}
        >
          {t('imports.deleteMapping')}
        </Button>
      ),
    },
  ]
  return (
    <Box title={t('imports.mappings')} isFlush>
      <ActNote
        act={deleting}
        notDone={t('imports.mappingNotDeleted')}
        roles={deleteImportMapping.roles}
      />
      <Loaded query={mappings} placeholder={80}>
        {({ content }) => (
          <ListTable
            isWhole
            caption={t('imports.mappings')}
            columns={columns}
            rows={content}
            keyOf={({ id }) => String(id)}
            nameOf={({ name }) => name}
            empty={t('imports.noMappings')}
          />
        )}
      </Loaded>
    </Box>
  )
}

function useDelete() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  const toast = useToast()
  return useAct<number, true>({
    send: async (id) => {
      await api.call(deleteImportMapping, { params: { id: String(id) } })
      return true
    },
    lookUp: async (id) => {
      const { content } = await api.call(getImportMappings)
      return content.some((one) => one.id === id) ? null : true
    },
    onDone: () => {
      toast.success({ title: t('imports.mappingDeleted') })
      void queries.invalidateQueries({ queryKey: [getImportMappings.path] })
    },
  })
}
