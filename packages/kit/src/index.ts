export * from './column-types.ts';
export * from './context.ts';
export * from './describe-settings.ts';
export * from './merge-rows.ts';
export * from './permission.ts';
export * from './route.ts';
export * from './service.ts';
export * from './settings.ts';
