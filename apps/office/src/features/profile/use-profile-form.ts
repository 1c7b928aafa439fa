import type { Profile } from '@partner-office/contracts'
import { FormRefusal, PROFILE_REQUIRED, PROFILE_TEXTS } from '@partner-office/domain'
import { useToast } from '@partner-office/ui'
import {
  changesOf,
  codeOf,
  type Form,
  mayBeDone,
  refusedFields,
  useForm,
  useSessionDraft,
} from '@partner-office/web'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { type ProfileValues, useReloadProfile, useStoreProfile, valuesOf } from './profile-api.ts'

type Changes = Partial<ProfileValues>

/** The state of the profile page. */
export type ProfileForm = {
  readonly values: ProfileValues
  readonly setHideContacts: (isHidden: boolean) => void
  /** Number of values that differ from the stored ones. */
  readonly changed: number
  /** Number of fields with an error. */
  readonly wrong: number
  readonly discard: () => void
  readonly form: Form
  /** Another profile was stored after this one was read. */
  readonly isOutdated: boolean
  /** Reads the newest values; what was typed stays. */
  readonly readNewest: () => void
}

/**
 * Keeps what was changed as a draft until it is stored or discarded.
 *
 * Source: requirements PRF-003 to PRF-009.
 */
export function useProfileForm(profile: Profile): ProfileForm {
  const stored = valuesOf(profile)
  const [draft, setDraft, discard] = useSessionDraft(`profile-${profile.id}`, stored)
  const values = { ...stored, ...draft }
  const changes = changesOf(draft, stored)
  const [outdated, setOutdated] = useState('')
  const reload = useReloadProfile()
  const form = useSaving({
    values,
    change: (typed) => setDraft({ ...draft, ...typed }),
    changes,
    version: profile.version,
    saved: discard,
    foundOutdated: () => setOutdated(profile.version),
  })
  return {
    values,
    setHideContacts: (hideContacts) => setDraft({ ...draft, hideContacts }),
    changed: Object.keys(changes).length,
    wrong: PROFILE_TEXTS.filter((name) => form.errorOf(name) !== undefined).length,
    discard,
    form,
    isOutdated: outdated === profile.version,
    readNewest: () => void reload(),
  }
}

type Saving = {
  readonly values: ProfileValues
  readonly change: (changes: Changes) => void
  readonly changes: Changes
  readonly version: string
  readonly saved: () => void
  readonly foundOutdated: () => void
}

/** Source: requirements PRF-005 to PRF-009. */
function useSaving({ values, change, changes, version, saved, foundOutdated }: Saving): Form {
  const { t } = useTranslation()
  const toast = useToast()
  const store = useStoreProfile()
  const reload = useReloadProfile()
  return useForm({
    fields: PROFILE_TEXTS,
    required: PROFILE_REQUIRED,
    controlled: { values: textsOf(values), change },
    // Enter in a field saves, unless nothing has changed.
    isReady: Object.keys(changes).length > 0,
    send: async () => {
      const stored = toast.wait({ title: t('profile.saving') })
      try {
        await store(changes, version)
        await reload()
      } finally {
        stored()
      }
      saved()
      toast.success({ title: t('profile.saved') })
    },
    onFailed: (error) => {
      if (codeOf(error) === 'changed_meanwhile') foundOutdated()
      toast.error(
        mayBeDone(error)
          ? { title: t('profile.maybeSaved'), text: t('profile.maybeSavedText'), asksReader: true }
          : {
              title: t('profile.notSaved'),
              text: reasonOf(error, t),
              // The reader has to correct the marked fields.
              asksReader: error instanceof FormRefusal,
            },
      )
    },
  })
}

const textsOf = (values: ProfileValues): Readonly<Record<string, string>> =>
  Object.fromEntries(PROFILE_TEXTS.map((name) => [name, values[name]]))

/** The form's own refusal names its fields; the generic text is for answers of the server. */
function reasonOf(error: Error, t: TFunction): string {
  if (codeOf(error) === 'changed_meanwhile') return t('errors.changed_meanwhile')
  return error instanceof FormRefusal
    ? t('profile.wrong', { count: refusedFields(error).length })
    : t('loadFailed')
}
