import { getPlanDraft, getPlanVersion, planDocumentIn } from '@partner-office/contracts'
import { useQuery } from '@tanstack/react-query'

import { useConsole } from '../../lib/console.ts'

/** A version or a draft by its name in the address, such as `version-3` or `draft-7`. */
export function useCompared(name: string) {
  const { api } = useConsole()
  const [kind, id = ''] = name.split('-')
  return useQuery({
    queryKey: ['compared plan', name],
    queryFn: async ({ signal }) => {
      const found =
        kind === 'draft'
          ? await api.call(getPlanDraft, { params: { id }, signal })
          : await api.call(getPlanVersion, { params: { version: id }, signal })
      return { found, document: planDocumentIn(found.text) }
    },
    gcTime: 0,
  })
}
