import { FormRefusal, requireFields } from '@partner-office/domain'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { errorText } from './error-text.ts'
import { CallFailed, failedWith, type FormErrors, formErrors, NO_FORM_ERRORS } from './failure.ts'

type Values = Readonly<Record<string, string>>

/** Values that the page keeps, such as a draft. */
type Controlled = {
  readonly values: Values
  readonly change: (changes: Values) => void
}

type Options = {
  /** The fields that the form shows. */
  readonly fields: readonly string[]
  /** The fields that must not be empty; all by default. */
  readonly required?: readonly string[]
  /** Fields whose errors the page itself shows. */
  readonly apart?: readonly string[]
  /** They are sent in place of what the inputs with their names hold. */
  readonly controlled?: Controlled
  /** Whether the form can be sent; until then Enter in a field does nothing. */
  readonly isReady?: boolean
  /** The fields of error codes that the service sends without a field. */
  readonly fieldOfCode?: Readonly<Record<string, string>>
  readonly send: (values: Values) => Promise<void>
  readonly onFailed?: (error: Error) => void
}

/** Attributes of a field: its name, its error and, where the page keeps the values, its value. */
export type FieldProps = {
  readonly name: string
  readonly error: string | undefined
  readonly value?: string
  readonly onChange?: (event: { readonly target: { readonly value: string } }) => void
}

/** The state of a form. */
export type Form = {
  readonly props: Pick<
    ComponentProps<'form'>,
    'ref' | 'method' | 'noValidate' | 'onSubmit' | 'onInput'
  >
  readonly submit: (values: Values) => void
  readonly field: (name: string) => FieldProps
  /** Changes values that the page keeps; the errors of their fields disappear. */
  readonly change: (changes: Values) => void
  /** Reports a changed field: its errors disappear. */
  readonly changed: (field: string) => void
  /** The first error of a field, in the reader's language. */
  readonly errorOf: (field: string) => string | undefined
  /** The error codes of a field, shown or not. */
  readonly codesOf: (field: string) => readonly string[]
  /** The error codes of the whole form and of fields that the form does not show. */
  readonly codes: readonly string[]
  readonly isSending: boolean
  /** Sending, or sent and on the way to the next step. */
  readonly isBusy: boolean
  /** Earliest instant of the next attempt; 0 when no wait is known. Units: epoch milliseconds. */
  readonly retryAt: number
}

/**
 * Sends the values of a form and keeps each error at its field until the field is changed.
 *
 * Source: requirements ERR-011 to ERR-014.
 */
export function useForm(options: Options): Form {
  const { controlled, isReady = true } = options
  const { sending, touched, changed, retryAt } = useSending(options)
  const errors = useErrors(sending.error, touched, options)
  const submit = (values: Values): void => {
    if (isReady && !sending.isPending) sending.mutate(values)
  }
  const change = (changes: Values): void => {
    for (const name of Object.keys(changes)) changed(name)
    controlled?.change(changes)
  }
  const field = (name: string): FieldProps => {
    const shown = { name, error: errors.errorOf(name) }
    const value = controlled?.values[name]
    if (value === undefined) return shown
    return { ...shown, value, onChange: ({ target }) => change({ [name]: target.value }) }
  }
  return {
    ...errors,
    props: useFormProps({ error: sending.error, values: controlled?.values, submit, changed }),
    submit,
    field,
    change,
    changed,
    isSending: sending.isPending,
    isBusy: sending.isPending || sending.isSuccess,
    retryAt,
  }
}

/** The errors of unchanged fields, by field, and those that belong to no shown field. */
function useErrors(
  error: Error | null,
  touched: readonly string[],
  { fields, apart = [], fieldOfCode = {} }: Options,
): Pick<Form, 'errorOf' | 'codesOf' | 'codes'> {
  const { i18n } = useTranslation()
  const isShown = (field: string): boolean => fields.includes(field) || apart.includes(field)
  const errors = errorsLeft(error, touched, fieldOfCode)
  const codesOf = (field: string): readonly string[] => errors.fields[field] ?? []
  return {
    codesOf,
    errorOf: (field) => codesOf(field).map((code) => errorText(i18n, code))[0],
    codes: [
      ...errors.common,
      ...Object.keys(errors.fields).flatMap((field) => (isShown(field) ? [] : codesOf(field))),
    ],
  }
}

/** The call of a form, and the fields that were changed since the last call. */
function useSending({ fields, required = fields, send, onFailed }: Options) {
  const [touched, setTouched] = useState<readonly string[]>([])
  const [retryAt, setRetryAt] = useState(0)
  const sending = useMutation<void, Error, Values>({
    mutationFn: async (values) => {
      requireFields(values, required)
      await send(values)
    },
    onMutate: () => setTouched([]),
    onError: (error) => {
      const { retryAfterMs } = failureOf(error)
      setRetryAt(retryAfterMs === null ? 0 : Date.now() + retryAfterMs)
      onFailed?.(error)
    },
  })
  const changed = (field: string): void => {
    setTouched((before) => [...before, field])
    // The wait is that of an account.
    if (field === ACCOUNT_FIELD) setRetryAt(0)
  }
  return { sending, touched, changed, retryAt }
}

type FormState = Pick<Form, 'submit' | 'changed'> & {
  readonly error: Error | null
  readonly values: Values | undefined
}

function useFormProps({ error, values, submit, changed }: FormState): Form['props'] {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== null) focusFirstWrong(ref.current)
  }, [error])
  return {
    ref,
    // If the script fails, the browser sends the form: a password never goes into an address.
    method: 'post',
    noValidate: true,
    onSubmit: (event) => {
      event.preventDefault()
      submit({ ...valuesOf(event), ...values })
    },
    onInput: ({ target }) => {
      if ('name' in target) changed(String(target.name))
    },
  }
}

/** Names the account; a lock stays in view until this field changes. */
const ACCOUNT_FIELD = 'email'
const LOCKED = 'user_account_locked'

/** The errors of unchanged fields. Any change may correct an error of the whole form, so it removes them, but not a lock. */
function errorsLeft(
  error: Error | null,
  touched: readonly string[],
  fieldOfCode: NonNullable<Options['fieldOfCode']>,
): FormErrors {
  if (error === null) return NO_FORM_ERRORS
  const { fields, common } = formErrors(failureOf(error).answer, fieldOfCode)
  const left = Object.entries(fields).filter(([field]) => !touched.includes(field))
  return {
    fields: Object.fromEntries(left),
    common: common.filter((code) => isLeft(code, touched)),
  }
}

const isLeft = (code: string, touched: readonly string[]): boolean =>
  touched.length === 0 || (code === LOCKED && !touched.includes(ACCOUNT_FIELD))

/** A failed call, or the same shape for a refusal of the form itself or for an unknown error. */
function failureOf(error: Error): CallFailed {
  if (error instanceof CallFailed) return error
  const [first, ...others] = error instanceof FormRefusal ? error.problems.map(failureOfField) : []
  return first === undefined
    ? new CallFailed(failedWith('internal_server_error'), { status: 200 })
    : new CallFailed({ state: 'error', errors: [first, ...others] }, { status: 200 })
}

const failureOfField = ({ field, code }: FormRefusal['problems'][number]) => ({
  code,
  fieldName: field,
  errors: null,
})

/** The fields that a service refused. */
export const refusedFields = (error: Error): readonly string[] =>
  Object.keys(formErrors(failureOf(error).answer).fields)

const valuesOf = ({ currentTarget }: FormEvent<HTMLFormElement>): Values =>
  Object.fromEntries([...new FormData(currentTarget)].map(([name, value]) => [name, String(value)]))

function focusFirstWrong(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
