import { describe, expect, test } from 'vitest'

import { StartRefused } from './core/start-refused.ts'
import { readEnvironment } from './env.ts'

describe('the environment', () => {
  test('without variables, everything runs on this machine alone, with the demo', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 3000,
      passportPort: 3001,
      operatorPort: 3002,
      host: '127.0.0.1',
      dataDir: `${process.cwd()}/.data`,
      databaseUrl: null,
      demo: true,
      demoIsConsent: false,
      operatorKey: null,
      operatorListen: null,
      metricsListen: null,
      trustedProxies: [],
      publicOrigin: 'http://127.0.0.1:3000',
      passportOrigin: 'http://127.0.0.1:3001',
      smtpUrl: null,
      logLevel: 'info',
    })
  })

  test.each([
    [{}, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '127.1.2.3' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: 'office.example.com' }, false],
    [{ DATABASE_URL: 'postgres://db/office' }, false],
  ])(
    '%j: the demo is on only for the embedded database on a loopback address',
    (variables, demo) => {
      expect(readEnvironment(variables)).toMatchObject({ demo, demoIsConsent: false })
      expect(readEnvironment({ ...variables, DEMO: 'on' })).toMatchObject({
        demo: true,
        demoIsConsent: !demo,
      })
      expect(readEnvironment({ ...variables, DEMO: 'off' })).toMatchObject({ demo: false })
    },
  )

  test('the origins default to the ports and the host', () => {
    expect(readEnvironment({ HOST: '0.0.0.0', PORT: '80' }).publicOrigin).toBe(
      'http://localhost:80',
    )
    expect(readEnvironment({ HOST: '::1' }).passportOrigin).toBe('http://[::1]:3001')
    expect(readEnvironment({ PUBLIC_ORIGIN: 'https://a.example/' }).publicOrigin).toBe(
      'https://a.example',
    )
  })

  test('a variable set to nothing counts as not set', () => {
    expect(readEnvironment({ PORT: '', DEMO: '', DATABASE_URL: '', LOG_LEVEL: '' })).toEqual(
      readEnvironment({}),
    )
  })

  const accepted: Readonly<Record<string, readonly string[]>> = {
    PORT: ['1', '8080', '65535'],
    HOST: ['10.0.0.1', '::', 'office-1.example.com'],
    DATABASE_URL: ['postgres://a:b@c:5432/d', 'postgresql:///d?host=/run/postgresql'],
    OPERATOR_KEY: ['k', 'A-key.of_64+bits/or=more'],
    METRICS_LISTEN: ['10.0.0.5:9100', '[fd00::1]:65535', 'metrics.example.com:1', '0.0.0.0:80'],
    TRUSTED_PROXIES: ['10.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8'],
    PUBLIC_ORIGIN: ['https://office.example.com', 'http://localhost:8080'],
    SMTP_URL: ['smtp://mail:25', 'smtps://user:secret@mail.example.com'],
    PROCESS_NAME: ['a', 'office-1.example:3000', 'x'.repeat(64)],
    DRAIN_SECONDS: ['0', '8'],
    LOG_LEVEL: ['trace', 'debug', 'warn', 'error', 'fatal', 'silent'],
  }
  test.each(Object.entries(accepted))('%s takes %j', (name, values) => {
    for (const value of values) expect(() => readEnvironment({ [name]: value })).not.toThrow()
  })

  const wrong: Readonly<Record<string, readonly string[]>> = {
    PORT: ['0', '65536', '-1', '3000.5', '3e3', '0x10', ' 3000', '3000a', '1234567', 'http'],
    PASSPORT_PORT: ['0', 'x'],
    OPERATOR_PORT: ['70000'],
    HOST: ['1.2.3', '256.1.1.1', 'a b', 'http://x', '-x', '::g'],
    DATA_DIR: ['a\0b', 'a\nb'],
    DATABASE_URL: ['x', 'mysql://a/b', 'http://a', '/var/db'],
    DEMO: ['yes', 'ON', 'true', '1'],
    OPERATOR_KEY: ['a b', 'é', 'x'.repeat(257)],
    OPERATOR_LISTEN: ['3100', '10.0.0.5', '10.0.0.5:', '10.0.0.5:0', '1.2.3:80', 'http://a:1'],
    METRICS_LISTEN: ['::1:80', '[::g]:80', '[10.0.0.5]:80', 'a:65536', ':80', 'a b:80'],
    TRUSTED_PROXIES: ['x', '10.0.0.0/33', '10.0.0.1,,::1', '::1/129', 'loopback'],
    PUBLIC_ORIGIN: [
      'office.example.com',
      'ftp://x',
      'https://x/path',
      'https://x?y',
      'https://u@x',
    ],
    PASSPORT_ORIGIN: ['x'],
    CONSOLE_ORIGIN: ['http://console.example.com', 'console.example.com', 'https://x/console'],
    SMTP_URL: ['mail', 'http://mail', 'smtp://'],
    PROCESS_NAME: ['two words', 'ü', 'x'.repeat(65)],
    DRAIN_SECONDS: ['9', '-1', '1.5', 'x'],
    LOG_LEVEL: ['INFO', 'verbose', '3'],
  }
  test.each(Object.entries(wrong))(
    'a wrong %s (%j) is reported in one line that names it',
    (name, values) => {
      for (const value of values) {
        const line = refusalOf({ [name]: value })
        expect(line, value).toMatch(new RegExp(`^${name} must be .+`))
        expect(line, value).not.toContain('\n')
      }
    },
  )

  test.each(['OPERATOR_KEY', 'DATABASE_URL', 'SMTP_URL'])(
    'a wrong %s is not printed: it may be a secret',
    (name) => {
      expect(refusalOf({ [name]: 'se cret' })).not.toContain('cret')
    },
  )

  test('CLU operators reach the process from other machines only with a key of the environment', () => {
    const OPERATOR_LISTEN = '[fd00::5]:3100'
    expect(refusalOf({ OPERATOR_LISTEN })).toBe(
      'OPERATOR_LISTEN needs a key of your own: set OPERATOR_KEY too',
    )
    expect(readEnvironment({ OPERATOR_LISTEN, OPERATOR_KEY: 'k' })).toMatchObject({
      operatorListen: { host: 'fd00::5', port: 3100 },
    })
    expect(refusalOf({ OPERATOR_LISTEN, OPERATOR_KEY: 'k', METRICS_LISTEN: OPERATOR_LISTEN })).toBe(
      'METRICS_LISTEN must differ from OPERATOR_LISTEN, and both are fd00::5:3100',
    )
  })

  test('two ports, and two origins, must not be the same', () => {
    expect(refusalOf({ PORT: '3001' })).toBe(
      'PASSPORT_PORT must differ from PORT, and both are 3001',
    )
    expect(refusalOf({ OPERATOR_PORT: '3001' })).toMatch(
      /^OPERATOR_PORT must differ from PASSPORT_PORT/,
    )
    const origin = 'https://a.example'
    expect(refusalOf({ PUBLIC_ORIGIN: origin, PASSPORT_ORIGIN: origin })).toMatch(
      /^PASSPORT_ORIGIN must differ/,
    )
  })

  test('OPR-021 the console has a host of its own, also on another port', () => {
    const CONSOLE_ORIGIN = 'https://a.example'
    for (const name of ['PUBLIC_ORIGIN', 'PASSPORT_ORIGIN']) {
      expect(refusalOf({ CONSOLE_ORIGIN, [name]: 'https://a.example:8443' })).toBe(
        `CONSOLE_ORIGIN must have a host of its own, and ${name} is at a.example too`,
      )
    }
    expect(readEnvironment({ CONSOLE_ORIGIN })).toMatchObject({ consoleOrigin: CONSOLE_ORIGIN })
    expect(readEnvironment({})).toMatchObject({ consoleOrigin: null })
  })
})

function refusalOf(variables: Readonly<Record<string, string>>): string {
  try {
    readEnvironment(variables)
  } catch (error) {
    if (error instanceof StartRefused) return error.message
    throw error
  }
  return 'accepted'
}
