/** The form that uploads a file with fields. The file comes last: the service checks the fields while it arrives. */
export function uploadForm(fields: Readonly<Record<string, string>>, file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return form
}
