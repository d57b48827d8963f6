CREATE TABLE "agent_release_chunks" (
	"sha256" char(64) NOT NULL,
	"at" bigint NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "agent_release_chunks_sha256_at_pk" PRIMARY KEY("sha256","at")
);
--> statement-breakpoint
CREATE TABLE "agent_releases" (
	"version" varchar(40) PRIMARY KEY NOT NULL,
	"channel" varchar(10) NOT NULL,
	"manifest" jsonb NOT NULL,
	"key_id" varchar(40) NOT NULL,
	"signature" char(88) NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "agent_rollout_devices" (
	"rollout_fk" integer NOT NULL,
	"company_fk" integer NOT NULL,
	"n" integer NOT NULL,
	"device_fk" integer NOT NULL,
	"device_alias" varchar(64) NOT NULL,
	"command_fk" uuid,
	"outcome" varchar(10),
	"reason" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "agent_rollout_devices_rollout_fk_n_pk" PRIMARY KEY("rollout_fk","n")
);
--> statement-breakpoint
CREATE TABLE "agent_rollouts" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"group_fk" integer,
	"group_name" varchar(40) NOT NULL,
	"version" varchar(40) NOT NULL,
	"percent" integer NOT NULL,
	"failure_percent" integer NOT NULL,
	"least_decided" integer NOT NULL,
	"state" varchar(10) DEFAULT 'running' NOT NULL,
	"reason" varchar(40),
	"issued_by" integer,
	"issuer_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "release_keys" (
	"key_id" varchar(40) PRIMARY KEY NOT NULL,
	"public_key" char(44) NOT NULL,
	"signed_by" varchar(40),
	"signature" char(88),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "latest_ver" varchar(40);--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "arch" varchar(20);--> statement-breakpoint
ALTER TABLE "agent_rollout_devices" ADD CONSTRAINT "agent_rollout_devices_rollout_fk_agent_rollouts_pk_fk" FOREIGN KEY ("rollout_fk") REFERENCES "public"."agent_rollouts"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_rollout_devices" ADD CONSTRAINT "agent_rollout_devices_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_rollouts" ADD CONSTRAINT "agent_rollouts_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_rollouts" ADD CONSTRAINT "agent_rollouts_group_fk_device_groups_pk_fk" FOREIGN KEY ("group_fk") REFERENCES "public"."device_groups"("pk") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_rollout_devices_device" ON "agent_rollout_devices" USING btree ("device_fk");--> statement-breakpoint
CREATE INDEX "agent_rollout_devices_command" ON "agent_rollout_devices" USING btree ("command_fk");--> statement-breakpoint
CREATE INDEX "agent_rollouts_company" ON "agent_rollouts" USING btree ("company_fk","created_at");--> statement-breakpoint
CREATE INDEX "agent_rollouts_state" ON "agent_rollouts" USING btree ("state");--> statement-breakpoint
-- Packages are compressed already.
ALTER TABLE "agent_release_chunks" ALTER COLUMN "data" SET STORAGE EXTERNAL;--> statement-breakpoint
SELECT isolate_company('agent_rollouts', 'company_fk');--> statement-breakpoint
SELECT isolate_company('agent_rollout_devices', 'company_fk');
