import { OrderIntake } from '../business/orders/intake/order-intake.ts'
import type { PaidOrder } from '../business/orders/decide/decide-turn.ts'
import type { Core } from '../core/core.ts'

/** Records a paid order that comes alone. Refuses: see `recordTogether`. */
export const recordOrder = (core: Core, order: PaidOrder): Promise<void> =>
  new OrderIntake(core, 'test').record(order)
