import {
  CallFailed,
  errorText,
  type Failure,
  type FormErrors,
  formErrors,
  NO_FORM_ERRORS,
} from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

type Values = Readonly<Record<string, string>>

type Options = {
  /** The fields that are shown; none of them may stay empty. */
  readonly fields: readonly string[]
  /** What the page shows in a way of its own when it is refused. */
  readonly apart?: readonly string[]
  readonly send: (values: Values) => Promise<void>
  readonly onFailed?: (error: Error) => void
}

/** A form as its page sees it. */
export type Form = {
  readonly props: Pick<
    ComponentProps<'form'>,
    'ref' | 'method' | 'noValidate' | 'onSubmit' | 'onInput'
  >
  readonly submit: (values: Values) => void
  /** The field has been changed: what was wrong with it may be right now. */
  readonly changed: (field: string) => void
  /** What is wrong with a field, in the reader's language. */
  readonly errorOf: (field: string) => string | undefined
  /** The codes that a service said about a field, whether it is shown or not. */
  readonly codesOf: (field: string) => readonly string[]
  /** What is wrong with none of the fields that are shown. */
  readonly codes: readonly string[]
  readonly isSending: boolean
  /** Sending, or sent and on the way to what comes next. */
  readonly isBusy: boolean
  /** Not before this instant. Units: epoch milliseconds. */
  readonly retryAt: number
}

/**
 * One form: what was typed is sent, and what comes back wrong stands at its field until that is changed.
 *
 * Source: requirements ERR-011 to ERR-014.
 */
export function useForm({ fields, apart = [], send, onFailed }: Options): Form {
  const { i18n } = useTranslation()
  const ref = useRef<HTMLFormElement>(null)
  const [touched, setTouched] = useState<readonly string[]>([])
  const [retryAt, setRetryAt] = useState(0)
  const sending = useMutation<void, Error, Values>({
    mutationFn: async (values) => {
      requireAll(fields, values)
      await send(values)
    },
    onMutate: () => setTouched([]),
    onError: (error) => {
      setRetryAt(Date.now() + (failureOf(error).retryAfterMs ?? 0))
      onFailed?.(error)
    },
  })
  const { error } = sending
  useEffect(() => {
    if (error !== null) focusFirstWrong(ref.current)
  }, [error])

  const errors = errorsLeft(error, touched)
  const codesOf = (field: string): readonly string[] => errors.fields[field] ?? []
  const submit = (values: Values): void => {
    if (!sending.isPending) sending.mutate(values)
  }
  const changed = (field: string): void => setTouched((before) => [...before, field])
  const isShown = (field: string): boolean => fields.includes(field) || apart.includes(field)
  return {
    props: {
      ref,
      // Should the script fail: a password never goes into an address.
      method: 'post',
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        submit(valuesOf(event))
      },
      onInput: ({ target }) => {
        if ('name' in target) changed(String(target.name))
      },
    },
    submit,
    changed,
    errorOf: (field) => codesOf(field).map((code) => errorText(i18n, code))[0],
    codesOf,
    codes: [
      ...errors.common,
      ...Object.keys(errors.fields).flatMap((field) => (isShown(field) ? [] : codesOf(field))),
    ],
    isSending: sending.isPending,
    isBusy: sending.isPending || sending.isSuccess,
    retryAt,
  }
}

/** What was wrong, without what has been changed since; any change may have mended what concerns no field. */
function errorsLeft(error: Error | null, touched: readonly string[]): FormErrors {
  if (error === null) return NO_FORM_ERRORS
  const { fields, common } = formErrors(failureOf(error).answer)
  const left = Object.entries(fields).filter(([field]) => !touched.includes(field))
  return { fields: Object.fromEntries(left), common: touched.length > 0 ? [] : common }
}

function requireAll(fields: readonly string[], values: Values): void {
  const [first, ...others] = fields
    .filter((field) => (values[field] ?? '').trim() === '')
    .map((fieldName): Failure => ({ code: 'required', fieldName, errors: null }))
  if (first === undefined) return
  throw new CallFailed({ state: 'error', errors: [first, ...others] }, { status: 200 })
}

const UNKNOWN: Failure = { code: 'internal_server_error', fieldName: null, errors: null }

const failureOf = (error: Error): CallFailed =>
  error instanceof CallFailed
    ? error
    : new CallFailed({ state: 'error', errors: [UNKNOWN] }, { status: 200 })

/** The fields that a service refused. */
export const refusedFields = (error: Error): readonly string[] =>
  Object.keys(formErrors(failureOf(error).answer).fields)

const valuesOf = ({ currentTarget }: FormEvent<HTMLFormElement>): Values =>
  Object.fromEntries([...new FormData(currentTarget)].map(([name, value]) => [name, String(value)]))

function focusFirstWrong(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
