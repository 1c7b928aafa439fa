import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const YEARS_10 = '3650'

/**
 * Makes the certificates by which pgBackRest on the machines knows each other: an authority of their own, and a key for each
 * machine, with its name and its address. What is there is kept.
 */
export function makeCertificates(out: string, machines: ReadonlyMap<string, string>): void {
  const authority = join(out, 'authority')
  mkdirSync(authority, { recursive: true, mode: 0o700 })
  const [ca, caKey] = [join(authority, 'ca.crt'), join(authority, 'ca.key')]
  if (!existsSync(ca)) {
    openssl(
      'req',
      '-x509',
      '-days',
      YEARS_10,
      ...newKey(caKey),
      '-subj',
      '/CN=partner-office-backup',
      '-out',
      ca,
    )
  }
  for (const [machine, address] of machines) {
    const folder = join(out, machine, 'etc', 'pgbackrest')
    const certificate = join(folder, 'machine.crt')
    if (existsSync(certificate)) continue
    mkdirSync(folder, { recursive: true })
    const request = join(authority, `${machine}.csr`)
    // pgBackRest compares an address with names only.
    const subject = ['-subj', `/CN=${machine}`, '-addext', `subjectAltName=DNS:${address}`]
    openssl('req', ...newKey(join(folder, 'machine.key')), ...subject, '-out', request)
    const signer = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-copy_extensions', 'copy']
    openssl('x509', '-req', '-days', YEARS_10, '-in', request, ...signer, '-out', certificate)
    rmSync(request)
    copyFileSync(ca, join(folder, 'ca.crt'))
  }
}

const newKey = (path: string): string[] =>
  '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout'.split(' ').concat(path)

function openssl(...words: string[]): void {
  execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'pipe'] })
}
