import { useNavigate, useSearch } from '@tanstack/react-router'

import { PATHS } from '../../paths.ts'

/** What the address of the configuration says, and how to change it. */
export function useConfigSearch() {
  const search = useSearch({ from: `/frame${PATHS.config}` })
  const navigate = useNavigate({ from: PATHS.config })
  const change = (changes: Partial<typeof search>): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }) })
  return { search, change }
}
