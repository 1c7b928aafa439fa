/** An e-mail address inside a sentence, from left to right in every language. */
export function EmailText({ email }: { email: string }) {
  return (
    <b>
      <bdi dir="ltr">{email}</bdi>
    </b>
  )
}
