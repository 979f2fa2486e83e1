export type { AmqpBusOptions } from './amqp-bus.ts';
export { type Binding, type Bus, type Consumer, type Handle, type Message, PublishFailure, type Subscription } from './bus.ts';
export { MemoryBroker } from './memory-broker.ts';
export { type MemoryBusOptions, openMemoryBus } from './memory-bus.ts';
export { type BusOptions, openBus } from './open-bus.ts';
export { matchesTopic } from './topic.ts';
