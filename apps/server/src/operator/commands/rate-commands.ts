import { type Currency, CURRENCIES, isCurrency, type RateType } from '@partner-office/domain'

import { InvalidInput } from '../../input/invalid-input.ts'
import { listRates } from '../../business/rates/current-rates.ts'
import { setRates } from '../../business/rates/set-rates.ts'
import { DONE, type Handler, instantText, listLine } from './handler.ts'

export const ratesSet: Handler = async ({ core, command, io }) => {
  const [from, to, rate] = command.arguments
  const rateType = command.options['type'] as RateType
  await setRates(core, [
    { from: currency('FROM', from!), to: currency('TO', to!), rateType, rate: rate! },
  ])
  await io.out(`1 ${from} = ${rate} ${to} (${rateType})\n`)
  return DONE
}

function currency(place: string, code: string): Currency {
  if (isCurrency(code)) return code
  throw new InvalidInput([{ place, problem: `must be one of ${CURRENCIES.join(', ')}` }])
}

export const ratesList: Handler = async ({ core, io }) => {
  await io.out(listLine('from', 'to', 'type', 'rate', 'set at'))
  for (const { from, to, rateType, rate, setAt } of await listRates(core.database.read)) {
    await io.out(listLine(from, to, rateType, rate, instantText(setAt)))
  }
  return DONE
}
