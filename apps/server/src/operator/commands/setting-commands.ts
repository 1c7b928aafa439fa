import { changeSettings } from '../../business/settings/change-settings.ts'
import { listSettings } from '../../business/settings/read-settings.ts'
import { settingCalled } from '../../business/settings/settings.ts'
import { DONE, type Handler, listLine } from './handler.ts'

export const configList: Handler = async ({ core, io }) => {
  await io.out(listLine('name', 'value', 'read by', 'set'))
  for (const { name, value, audience, isSet } of await listSettings(core.database.read)) {
    await io.out(listLine(name, value, audience, isSet ? 'set' : 'default'))
  }
  return DONE
}

export const configSet: Handler = async ({ core, command, io }) => {
  const [name = '', value = ''] = command.arguments
  await changeSettings(core, { [name]: value })
  await io.out(`${name} = ${value}\n`)
  return DONE
}

export const configUnset: Handler = async ({ core, command, io }) => {
  const [name = ''] = command.arguments
  await changeSettings(core, { [name]: null })
  await io.out(`${name} = ${settingCalled(name)?.default}\n`)
  return DONE
}
