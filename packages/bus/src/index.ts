export type { AmqpBusOptions } from './amqp/amqp-bus.ts';
export { type Binding, type Bus, type Consumer, type Handle, type Message, PublishFailure, type Subscription } from './port/bus.ts';
export { MemoryBroker } from './memory/memory-broker.ts';
export { type MemoryBusOptions, openMemoryBus } from './memory/memory-bus.ts';
export { type BusOptions, openBus } from './open-bus.ts';
export { matchesTopic } from './port/topic.ts';
