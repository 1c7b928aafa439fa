import { codesOf, type Contract, DOCUMENTED_SERVICES, getOpenApi } from '@partner-office/contracts'

import { callName, describedCalls } from './described-calls.ts'

const AUTH = {
  none: 'nothing',
  bearer: 'access token',
  basic: 'client credentials',
  key: 'service key',
  operator: 'session of an operator',
  'half session': 'session of an operator after the password',
} as const

/** HTML page with every call of every service, made from the contracts alone: it holds no user input. */
export function docsPage(): string {
  const services = DOCUMENTED_SERVICES.map(
    (service) => `<h2 id="${service}">${service}</h2>
<p><a href="${getOpenApi.path}?service=${service}">OpenAPI document</a></p>
<table>
<thead><tr><th>Call<th>Name<th>Needs<th>May answer the codes</thead>
<tbody>
${describedCalls(service).map(rowOf).join('\n')}
</tbody>
</table>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Calls of Partner Office</title>
<h1>Calls of Partner Office</h1>
${services.join('\n')}
</html>
`
}

function rowOf(contract: Contract): string {
  const { method, path, auth } = contract
  const codes = codesOf(contract).join(', ')
  return `<tr><td><code>${method} ${path}</code><td>${callName(contract)}<td>${AUTH[auth]}<td>${codes}`
}
