/** An address inside a sentence of any direction. */
export function EmailText({ email }: { email: string }) {
  return (
    <b>
      <bdi dir="ltr">{email}</bdi>
    </b>
  )
}
