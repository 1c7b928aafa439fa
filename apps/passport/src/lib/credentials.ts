/** The credentials of a visitor, kept only in the memory of the page. */
export type Credentials = { readonly email: string; readonly password: string }

/** Signs in. Returns false if the code of an authenticator is required first. */
export type SignIn = (known: Credentials & { readonly code?: string }) => Promise<boolean>
