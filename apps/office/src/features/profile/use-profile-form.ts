import type { Profile } from '@partner-office/contracts'
import { FormRefusal, PROFILE_REQUIRED, PROFILE_TEXTS } from '@partner-office/domain'
import { useToast } from '@partner-office/ui'
import { type Form, mayBeDone, refusedFields, useForm, useSessionDraft } from '@partner-office/web'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

import { type ProfileValues, useReloadProfile, useStoreProfile, valuesOf } from './profile-api.ts'

type Changes = Partial<ProfileValues>
type ValueName = keyof ProfileValues

/** The state of the profile page. */
export type ProfileForm = {
  readonly values: ProfileValues
  readonly change: (changes: Changes) => void
  /** Number of values that differ from the stored ones. */
  readonly changed: number
  /** Number of fields with an error. */
  readonly wrong: number
  readonly discard: () => void
  readonly form: Form
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
  const form = useSaving(values, discard)
  return {
    values,
    change: (changes) => {
      for (const name of Object.keys(changes)) form.changed(name)
      setDraft({ ...draft, ...changes })
    },
    changed: (Object.keys(draft) as ValueName[]).filter((name) => draft[name] !== stored[name])
      .length,
    wrong: PROFILE_TEXTS.filter((name) => form.errorOf(name) !== undefined).length,
    discard,
    form,
  }
}

/** Source: requirements PRF-005 to PRF-009. */
function useSaving(values: ProfileValues, forgetDraft: () => void): Form {
  const { t } = useTranslation()
  const toast = useToast()
  const store = useStoreProfile()
  const reload = useReloadProfile()
  return useForm({
    fields: PROFILE_TEXTS,
    required: PROFILE_REQUIRED,
    send: async () => {
      const saved = toast.wait({ title: t('profile.saving') })
      try {
        await store(values)
        await reload()
      } finally {
        saved()
      }
      forgetDraft()
      toast.success({ title: t('profile.saved') })
    },
    onFailed: (error) =>
      toast.error(
        mayBeDone(error)
          ? { title: t('profile.maybeSaved'), text: t('profile.maybeSavedText'), asksReader: true }
          : {
              title: t('profile.notSaved'),
              text: reasonOf(error, t),
              // The reader has to correct the marked fields.
              asksReader: error instanceof FormRefusal,
            },
      ),
  })
}

/** The form's own refusal names its fields; the generic text is for answers of the server. */
const reasonOf = (error: Error, t: TFunction): string =>
  error instanceof FormRefusal
    ? t('profile.wrong', { count: refusedFields(error).length })
    : t('key00022')
