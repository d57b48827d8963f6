CREATE TABLE "wall_views" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"user_fk" integer NOT NULL,
	"name" varchar(50) NOT NULL,
	"group_pks" integer[],
	"layout" jsonb NOT NULL,
	"thresholds" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wall_views" ADD CONSTRAINT "wall_views_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wall_views" ADD CONSTRAINT "wall_views_user_fk_users_pk_fk" FOREIGN KEY ("user_fk") REFERENCES "public"."users"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wall_views_name" ON "wall_views" USING btree ("user_fk",lower("name"));--> statement-breakpoint
CREATE INDEX "wall_views_company" ON "wall_views" USING btree ("company_fk");--> statement-breakpoint
SELECT isolate_company('wall_views', 'company_fk');
