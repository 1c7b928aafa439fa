import { cancelOrder } from '../../business/orders/intake/cancel-order.ts'
import { DONE, type Handler } from './handler.ts'

export const cancel: Handler = async ({ core, command, io }) => {
  const [id] = command.arguments
  await cancelOrder(core, Number(id), command.options['reason']!)
  await io.out(`order ${id} cancelled\n`)
  return DONE
}
