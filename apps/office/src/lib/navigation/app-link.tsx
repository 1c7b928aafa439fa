import { getRouteApi } from '@tanstack/react-router'

import { PATHS } from '../../paths.ts'

/** A link to a page of the office, in the language of this one. */
export const { Link: AppLink } = getRouteApi(PATHS.home)
