CREATE TABLE "screens" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"name" varchar(60) NOT NULL,
	"group_pks" integer[],
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone,
	"last_seen_ip" text,
	"version" varchar(100)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "screen_fk" integer;--> statement-breakpoint
ALTER TABLE "screens" ADD CONSTRAINT "screens_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "screens_name" ON "screens" USING btree ("company_fk",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_screen" ON "users" USING btree ("screen_fk") WHERE screen_fk is not null;--> statement-breakpoint
SELECT isolate_company('screens', 'company_fk');
